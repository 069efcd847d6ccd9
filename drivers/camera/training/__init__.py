"""How the shipped card network is made: `python -m drivers.camera.training`, or `make camera-model`.

Renders decks and index corners from public packages, simulates a reader's camera over them, trains, and writes the network with
a record of all that went in. Needs `requirements.lock` of this folder (torch, Pillow) and Debian's librsvg2-bin; nothing that
runs or tests the product imports this. No photograph is used here, neither to train nor to choose.
"""
