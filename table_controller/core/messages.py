"""Message keys with parameters: what the core and the views say instead of text. `table_controller.messages` translates."""

import msgspec


class Message(msgspec.Struct, frozen=True):
    """A key of the message catalogue and its parameters by name."""

    key: str
    params: dict[str, str | int] = {}


class Rejection(msgspec.Struct, frozen=True):
    """This may not be done now, and why. Nothing has changed."""

    code: str
    params: dict[str, str | int] = {}
