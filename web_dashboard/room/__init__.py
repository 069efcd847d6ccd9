"""The room of a shift: who answers for which tables, blind levels with their clocks, seat list, buy-in ledger, shift report."""
