"""Message keys to texts: the one place where what the product says to people is written down.

A key has two parts, `room.name` (`prompt.burn`, `finding.turn_premature`). Each language is a folder of TOML files, one per room:
`en/prompt.toml` holds the names of the room `prompt`. Console, lamps, scenario prompts and pages all read these.
It must not know where a text is shown, nor anything of the game.
"""

from table_controller.messages.catalogue import (
    LANGUAGES,
    Catalogue,
    Language,
    MessageFault,
    MissingParameter,
    UnknownMessage,
    catalogue,
    text,
)

__all__ = ["LANGUAGES", "Catalogue", "Language", "MessageFault", "MissingParameter", "UnknownMessage", "catalogue", "text"]
