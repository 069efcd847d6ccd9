"""A simulated ISO 15693 reader that speaks metraTec ASCII, as one on a serial port of a real board does.

Sans-I/O: `receive` what it is told, `take` what it says by now. Owns the commands and the time an inventory takes. Tags lie in
`field`, by antenna. Knows nothing of cards.
"""

import random
from collections import deque
from collections.abc import Callable
from typing import Final

from hardware.protocol.events import Uid

INVENTORY_MS: Final = 10
TAG_MS: Final = 4
"""An empty inventory and each tag in it (ISO 15693, 16 slots: 9.8 ms, 13.9 with one tag, 40 with five)."""
_LINE_LIMIT: Final = 64


class MetratecReader:
    """One reader. `hangs`: it hears and says nothing. `flip`: chance of a wrong bit in each byte it says."""

    def __init__(self, *, multiplexed: bool = True, seed: int = 1) -> None:
        self.field: dict[int, list[Uid]] = {}
        self.hangs = False
        self.flip = 0.0
        self.inventories = 0
        self._multiplexed = multiplexed
        self._random = random.Random(seed)  # noqa: S311  (faults to repeat, not secrets)
        self._line = b""
        self._said: deque[tuple[int, bytes]] = deque()
        self._commands: dict[str, Callable[[list[str], int], None]] = {
            "BRK": self._break,
            "SRI": self._accept,
            "SAP": self._antenna_port,
            "INV": self._inventory,
            "CNR": self._continuous,
        }
        self._reset()

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the board."""
        if self.hangs:
            return
        *lines, self._line = (self._line + data).split(b"\r")
        self._line = self._line[:_LINE_LIMIT]
        for line in lines:
            words = line.decode("ascii", "replace").split()
            if words:
                self._commands.get(words[0], self._refuse)(words, now_ms)

    def take(self, now_ms: int) -> bytes:
        """What it has said by now."""
        if self._continues and not self._said and not self.hangs:
            self._inventory([], now_ms)
        said = b""
        while self._said and self._said[0][0] <= now_ms:
            said += self._said.popleft()[1]
        return b"" if self.hangs else self._spoilt(said)

    def next_deadline(self) -> int | None:
        """When it has something to say, in ms; None: when it is asked."""
        return self._said[0][0] if self._said else None

    def restart(self, now_ms: int) -> None:
        """Its power was away: it has forgotten all and says so."""
        self._said.clear()
        self._reset()
        self._say(["SRT"], now_ms)

    def _reset(self) -> None:
        self._antenna = 0
        self._reports = self._field_on = self._continues = False

    def _say(self, lines: list[str], at_ms: int) -> None:
        self._said.append((at_ms, "".join(line + "\r" for line in lines).encode()))

    def _spoilt(self, said: bytes) -> bytes:
        if not self.flip:
            return said
        chance = self._random
        return bytes(byte ^ 1 << chance.randrange(8) if chance.random() < self.flip else byte for byte in said)

    def _break(self, _words: list[str], now_ms: int) -> None:
        self._said.clear()
        self._say(["BRA" if self._continues else "NCM"], now_ms)
        self._continues = False

    def _accept(self, _words: list[str], now_ms: int) -> None:
        self._field_on = True
        self._say(["OK!"], now_ms)

    def _refuse(self, _words: list[str], now_ms: int) -> None:
        self._say(["UCO"], now_ms)

    def _antenna_port(self, words: list[str], now_ms: int) -> None:
        if not self._multiplexed:
            self._refuse(words, now_ms)
        elif words[1:2] == ["ARP"]:
            self._reports = words[2:] == ["ON"]
            self._accept(words, now_ms)
        elif words[1:2] == ["MAN"] and words[2:3] and words[2].isdigit():
            self._antenna = int(words[2])
            self._accept(words, now_ms)
        else:
            self._say(["UPA"], now_ms)

    def _continuous(self, _words: list[str], now_ms: int) -> None:
        self._continues = True
        self._inventory([], now_ms)

    def _inventory(self, _words: list[str], now_ms: int) -> None:
        """Tags answer only while the field is on."""
        tags = self.field.get(self._antenna, []) if self._field_on else []
        lines = [tag.hex().upper() for tag in tags]
        lines += [f"ARP {self._antenna:02}"] * self._reports
        self._say([*lines, f"IVF {len(tags):02}"], now_ms + INVENTORY_MS + TAG_MS * len(tags))
        self.inventories += 1
