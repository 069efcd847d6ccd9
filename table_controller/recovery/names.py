"""The procedures by their numbers in RULEBOOK 5, with words to tell them apart in the code."""

MISDEAL, SWAP, SWAP_NOW, TO_BURN, FLOP_AGAIN, RIVER_TURN = "M1", "M2", "M3", "M4", "M5", "M6"
RESHUFFLE, SCRAMBLE, FLOP_BURN, KILL, ORDER, STANDS, SCRAP = "M7", "M8", "M9", "M10", "M11", "M12", "M13"
VOID, MOVE, SHORT_FLOP, TWO_CARDS, BUTTON, RETRIEVE, POT = "M14", "M15", "M16", "M17", "M18", "M20", "M21"
NOTHING = ""
