"""The pure heart: cards, chips, seats, events and the rules of the game.

Nothing in here reads a clock, draws a random number, opens a file or a socket, starts a thread or writes a log. What time it
is, what a sensor saw and what a dealer pressed come in as values; events and rejections go out as values.
"""
