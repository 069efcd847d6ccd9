"""The live stream: one hub that knows the latest view of every table, and a viewer for each open page."""
