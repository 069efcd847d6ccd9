"""The scenario language: a table, what happens at it and what must then be so, as lines a floor manager can read.

`parse` turns text into typed statements, `stage` sets the table, a `Player` plays the statements, `expect` checks what must be
so. The product is reached through the small `Stage` that bootstrap hands in.
"""

from table_controller.rehearsal.scenario.parse import Scenario, ScenarioError, parse, read_scenario
from table_controller.rehearsal.scenario.player import Player
from table_controller.rehearsal.scenario.run import Run, run
from table_controller.rehearsal.scenario.stage import Stage

__all__ = ["Player", "Run", "Scenario", "ScenarioError", "Stage", "parse", "read_scenario", "run"]
