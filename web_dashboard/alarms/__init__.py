"""Alarms on the pages and for programs: the bar every page of the pit has, history and figures."""
