"""Whether two that sign are two persons, as far as names tell: the one place where that is asked.

A name is a person's whatever role it is given in and however it is typed.
"""

import unicodedata

from table_controller.core.order_base import Person

_INVISIBLE = frozenset({"Cc", "Cf"})


def plain(name: str) -> str:
    """The name without what the eye does not tell apart: letter case, kinds and number of spaces, width of letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    spaced = " ".join(folded.split())
    return "".join(letter for letter in spaced if unicodedata.category(letter) not in _INVISIBLE).strip()


def same(one: Person, other: Person) -> bool:
    """Whether these may be one person. Where one of them has no name, only another role makes two of them."""
    return _one(one.role, one.name, other.role, other.name)


def in_words(person: Person) -> str:
    """A person as a registry writes one: ROLE:NAME."""
    return f"{person.role}:{person.name}"


def same_in_words(one: str, other: str) -> bool:
    """`same`, of persons as a registry writes them."""
    role, _, name = one.partition(":")
    other_role, _, other_name = other.partition(":")
    return _one(role, name, other_role, other_name)


def _one(role: str, name: str, other_role: str, other_name: str) -> bool:
    names = plain(name), plain(other_name)
    return names[0] == names[1] if all(names) else role == other_role
