"""What the record says of a shift: who did what, how play went, and whether the record is whole."""
