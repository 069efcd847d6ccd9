"""One hand: stepped through, exported, and the report of one irregularity."""
