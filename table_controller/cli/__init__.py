"""The command line: one file per command; imports of everything heavy wait until the command runs."""

import importlib
import sys

import click

COMMANDS = {
    "demo": "table_controller.cli.demo:demo",
    "table": "table_controller.cli.table:table",
    "console": "table_controller.cli.console:console",
    "pit": "table_controller.cli.pit:pit",
    "rehearse": "table_controller.cli.rehearse:rehearse",
    "replay-hands": "table_controller.cli.replay:replay_hands",
    "rules": "table_controller.cli.rules:rules",
    "scenario": "table_controller.cli.scenario:scenario",
    "clauses": "table_controller.cli.clauses:clauses",
    "explain": "table_controller.cli.explain:explain",
    "verify": "table_controller.cli.verify:verify",
    "journal": "table_controller.cli.journal:journal",
    "export": "table_controller.cli.export:export",
    "device": "table_controller.cli.device:device",
    "doctor": "table_controller.cli.doctor:doctor",
    "flash": "table_controller.cli.flash:flash",
    "devices": "table_controller.cli.devices:devices",
    "blackbox": "table_controller.cli.blackbox:blackbox",
    "deck": "table_controller.cli.deck:deck",
    "camera": "table_controller.cli.camera:camera",
    "bench": "table_controller.cli.bench:bench",
}
"""Name of the command -> where it is. Nothing else of the contract's table is built yet."""


class _Late(click.Group):
    """Finds a command only when it is called, so that `--help` and `demo` do not wait for what they do not use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [name for name in COMMANDS if name != "rehearse"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        where = COMMANDS.get(cmd_name)
        if where is None:
            return None
        module, _, name = where.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=_Late, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="burnturn")
def burnturn() -> None:
    """Watches hold'em tables: follows the deal, names every irregularity, shows pit supervisors every table live."""


def main() -> None:
    """Entry point. Exit codes: 0 all well, 1 ran and found something wrong, 2 wrong usage or configuration, 130 Ctrl-C."""
    try:
        burnturn(standalone_mode=False)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
