"""A simulated ISO 15693 reader that speaks metraTec ASCII, on a serial port of a board or of the host.

Sans-I/O: `receive` what it is told, `take` what it says by now. Owns the commands and when each is answered. Knows nothing of
cards.
"""

from collections.abc import Callable
from typing import Final

from hardware.simulator.air import inventory_us
from hardware.simulator.radio import Radio
from hardware.simulator.reader_voice import SWITCH_MS, ReaderVoice

ANTENNAS: Final = 32
"""Numbers of antennas it takes (assumed)."""
_LINE_LIMIT: Final = 64
_MODEL: Final = "QUASAR_MX"


class MetratecReader(ReaderVoice):
    """One reader, of a model and firmware the maker's library knows too."""

    def __init__(
        self,
        *,
        multiplexed: bool = True,
        seed: int = 1,
        radio: Radio | None = None,
        firmware: str = "0220",
    ) -> None:
        super().__init__(radio or Radio(seed=seed), seed)
        self.firmware = firmware
        self._multiplexed = multiplexed
        self._line = b""
        self._commands = self._words()
        self._reset()

    def _words(self) -> dict[str, Callable[[list[str], int], None]]:
        return {
            "BRK": self._break,
            "WAK": lambda _words, now: self._say(["DNS"], now),
            "EOF": self._end_of_frame,
            "RFW": lambda _words, now: self._say([f"{_MODEL:15}{self.firmware}"], now),
            "REV": lambda _words, now: self._say([f"{_MODEL:15}0100{self.firmware}"], now),
            "SRI": self._radio_interface,
            "SAP": self._antenna_port,
            "SET": self._accept,
            "MOD": self._accept,
            "RST": self._restart,
            "INV": self._inventory,
            "CNR": self._continuous,
        }

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host."""
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
        said = super().take(now_ms)
        if self._continues and not self._said and not self.hangs:
            self._inventory([], now_ms)
        return said

    def restart(self, now_ms: int) -> None:
        """Its power was away: it has forgotten all and says so."""
        self.hush()
        self._reset()
        self._say(["SRT"], now_ms)

    def _reset(self) -> None:
        self._antenna = self._multiplexes = self._used = 0
        self._reports = self._field_on = self._continues = self._frames = False

    def _say(self, lines: list[str], at_ms: float) -> None:
        self.say(("".join(line + "\r" for line in lines) + "\n" * self._frames).encode(), at_ms)

    def _break(self, _words: list[str], now_ms: int) -> None:
        self.hush()
        self._say(["BRA" if self._continues else "NCM"], now_ms)
        self._continues = False

    def _end_of_frame(self, words: list[str], now_ms: int) -> None:
        self._frames = True
        self._accept(words, now_ms)

    def _restart(self, words: list[str], now_ms: int) -> None:
        self._accept(words, now_ms)
        self._reset()

    def _radio_interface(self, words: list[str], now_ms: int) -> None:
        self._field_on = words[1:] != ["OFF"]
        self._accept(words, now_ms)

    def _accept(self, _words: list[str], now_ms: int) -> None:
        self._say(["OK!"], now_ms)

    def _refuse(self, _words: list[str], now_ms: int) -> None:
        self._say(["UCO"], now_ms)

    def _antenna_port(self, words: list[str], now_ms: int) -> None:
        number = int(words[2]) if words[2:3] and words[2].isdigit() else ANTENNAS
        if not self._multiplexed:
            self._refuse(words, now_ms)
        elif words[1:2] == ["ARP"]:
            self._reports = words[2:] == ["ON"]
            self._accept(words, now_ms)
        elif words[1:2] == ["MAN"] and number < ANTENNAS:
            self._antenna, self._multiplexes = number, 0
            self._accept(words, now_ms)
        elif words[1:2] == ["AUT"] and 0 < number < ANTENNAS:
            self._antenna, self._multiplexes = 0, number
            self._accept(words, now_ms)
        else:
            self._say(["UPA"], now_ms)

    def _continuous(self, _words: list[str], now_ms: int) -> None:
        self._continues = True
        self._inventory([], now_ms)

    def _inventory(self, words: list[str], now_ms: int) -> None:
        """Tags answer only while the field is on. Single slots and families are not simulated."""
        if words[1:]:
            self._say(["UPA"], now_ms)
            return
        antenna = self._antenna
        tags = self.radio.answers(antenna) if self._field_on else []
        lines = [tag.hex().upper() for tag in tags]
        lines += [f"ARP {antenna:02}"] * self._reports
        switching = SWITCH_MS if antenna != self._used else 0
        self._used = antenna
        self._say([*lines, f"IVF {len(tags):02}"], now_ms + switching + inventory_us(tags) / 1000)
        self.inventories += 1
        if self._multiplexes:
            self._antenna = (antenna + 1) % self._multiplexes
