"""Walks an installer through touching every wire of a table, and says which are dead, swapped or talk across.

`checks` lists what is to be touched, `wires` folds readings into what is active, `examine` asks and waits, `conclude` compares,
`mend` writes what was found, `visit` puts them together over the table's ports.
"""
