"""`python -m table_controller` is `burnturn`."""

from table_controller.cli import main

main()
