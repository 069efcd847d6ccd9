"""What a camera would see of simulated cards: one passing a shoe's camera, and several lying on the table's board zone.

Draws pictures only: knows no rules, no deck order and no reader. Faces are numbers, rank * 4 + suit, from the deuce of clubs (0)
to the ace of spades (51); suits come as clubs, diamonds, hearts, spades. All chance comes from the seed given.
"""
