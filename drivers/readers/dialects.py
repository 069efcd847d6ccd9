"""The readers a table can have, by the name a configuration gives them."""

from collections.abc import Mapping
from typing import Final

from drivers.readers.metratec import METRATEC
from drivers.readers.pepper_c1 import PEPPER_C1
from drivers.readers.talk import Dialect

DIALECTS: Final[Mapping[str, Dialect]] = {dialect.name: dialect for dialect in (METRATEC, PEPPER_C1)}
