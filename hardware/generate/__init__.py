"""Makes everything that repeats the schema of the table bus: C header, pin table, Python layouts, doc page.

Run as `python -m hardware.generate`. Nothing at a table imports it.
"""
