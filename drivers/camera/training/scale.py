"""How large the simulated pictures are: no larger than is needed, since the network sees three pixels a millimetre."""

SIM_PX = 5
"""Pixels a millimetre of a simulated picture."""
CORNER = (26 * SIM_PX, 44 * SIM_PX)
"""Width and height of a card's corner before the camera sees it: more than the window, which may lie a little off."""
FRAME = (20 * SIM_PX, 36 * SIM_PX)
"""Width and height of what the simulated camera gives: the window at the corner."""
