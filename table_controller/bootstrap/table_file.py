"""Changes a table's configuration file by the line, so that comments and order stay as the installer wrote them.

Owns finding and changing lines, the check of the whole, and the writing: complete or not at all, the file before kept as
`NAME.before`. Only the form the documents show is changed (`serial = "..."`, `antenna.3 = "..."`); another is refused.
"""

import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table_controller.config import load_table_config
from table_controller.core.toml_lines import FieldPath, TomlText

_STRING = re.compile(r"""^(?P<head>\s*[\w.-]+\s*=\s*)(?P<quote>["'])[^"']*(?P=quote)(?P<rest>.*)$""")


class NotEditable(ValueError):
    """The file says it in another form than can be changed here. The text names line and field."""


class TableFile:
    """One file while it is changed. ConfigError or TomlError when it is no valid configuration to begin with."""

    def __init__(self, path: Path) -> None:
        load_table_config(path)
        self.path = path
        self._toml = TomlText.parse(str(path), path.read_text(encoding="utf-8"))
        self._lines = self._toml.text.splitlines(keepends=True)
        self._after: dict[int, list[str]] = {}

    def device(self, serial: str) -> int:
        """The number of the `[[device]]` with this serial number. KeyError without one."""
        for number, section in enumerate(self._toml.data["device"]):
            if str(section["serial"]).lower() == serial:
                return number
        raise KeyError(serial)

    def has(self, field: FieldPath) -> bool:
        """Whether the file says this at all."""
        section = self._toml.data[str(field[0])][int(field[1])]
        return str(field[2]) in section

    def set_text(self, field: FieldPath, value: str) -> None:
        """Another string for a field that is there. NotEditable."""
        at, found = self._line(field)
        self._lines[at] = f'{found["head"]}"{value}"{found["rest"]}{_ending(self._lines[at])}'

    def add_text(self, after: FieldPath, key: str, value: str) -> None:
        """A new string under a field that is there. NotEditable."""
        at, found = self._line(after)
        indent = re.match(r"\s*", found["head"])
        self._after.setdefault(at, []).append(f'{indent[0] if indent else ""}{key} = "{value}"\n')

    def move(self, field: FieldPath, index: int, device: int) -> None:
        """A place gets another index (`antenna.3`), perhaps of another device: its line goes there, comment and all.

        NotEditable. Indexes that stand twice in the end are found by `ready`.
        """
        at, _ = self._line(field)
        kind = str(field[2])
        line = re.sub(rf"^(\s*){kind}\.\d+", rf"\g<1>{kind}.{index}", self._lines[at])
        if device == field[1]:
            self._lines[at] = line
            return
        self._lines[at] = ""
        target, _ = self._line(("device", device, "serial"))
        self._after.setdefault(target, []).append(line)

    def text(self) -> str:
        """The file as it is to be."""
        return "".join(line + "".join(self._after.get(at, ())) for at, line in enumerate(self._lines))

    @contextmanager
    def ready(self) -> Iterator[Callable[[], None]]:
        """The file as it is to be, checked and on the disk; calling what is given puts it in place.

        ConfigError when it would not be valid, OSError when it cannot be written: then all is as before.
        """
        beside = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            with beside.open("x", encoding="utf-8") as file:
                file.write(self.text())
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(self.path, beside)
            load_table_config(beside)
            yield lambda: self._put(beside)
        finally:
            beside.unlink(missing_ok=True)

    def _put(self, beside: Path) -> None:
        shutil.copy2(self.path, self.path.with_name(f"{self.path.name}.before"))
        beside.replace(self.path)

    def _line(self, field: FieldPath) -> tuple[int, re.Match[str]]:
        at = self._toml.line_of(field) - 1
        key = ".".join(str(step) for step in field[2:])
        found = _STRING.match(self._lines[at].rstrip("\r\n"))
        if found is None or not re.match(rf"\s*{re.escape(key)}\s*=", self._lines[at]):
            raise NotEditable(f'{self.path}:{at + 1}: {key}: is not written as `{key} = "..."`; change it by hand')
        return at, found


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
