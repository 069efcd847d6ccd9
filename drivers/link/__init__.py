"""Host side of the table bus: what the host owes a device and may believe of it (contracts/TABLE_BUS.md).

Sans-I/O: bytes and times go in, bytes and readings come out. Must not know ports, threads, journals or rules.
"""
