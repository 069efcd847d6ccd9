"""The node: one table's inbox, loop, control link and status. Runs the same on the real clock and on a virtual one."""
