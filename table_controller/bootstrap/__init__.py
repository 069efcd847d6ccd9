"""The one place that wires processes: what a table, a virtual table, a rehearsal and a demonstration are made of."""
