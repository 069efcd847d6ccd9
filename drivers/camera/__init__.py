"""Reading cards from pictures: the network, the enrolled deck's own templates, and both together.

Owns what is in a picture: windows at a card's corner and photographs of cards lying on the table. Knows faces as numbers
(`table_controller.core.cards`) and nothing of rules, decks or the record. A picture that is not surely read is unread.
"""
