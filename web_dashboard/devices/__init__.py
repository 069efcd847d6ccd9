"""How well the devices of a table are heard, and where it misread."""
