"""The pit wall: every table as a tile, the one that needs somebody first."""
