"""Two persons are wanted: a name is one person's, however it is typed and in whatever role."""

import pytest

from table_controller.core.order_base import Person, Role
from table_controller.core.persons import plain, same

EVA = Person(Role.FLOOR, "Eva  Malá")


@pytest.mark.parametrize("name", ["eva malá", "EVA MALÁ", " Eva\u00a0Malá\t", "Eva Mala\u0301", "Eva\u200b Malá", "Ｅva Malá"])
@pytest.mark.parametrize("role", [Role.FLOOR, Role.PIT, Role.SURVEILLANCE])
def test_the_same_name_is_the_same_person(name: str, role: Role) -> None:
    assert same(EVA, Person(role, name))
    assert same(Person(role, name), EVA)
    assert plain(plain(name)) == plain(name)


def test_another_name_is_another_person_in_the_same_role_too() -> None:
    assert not same(EVA, Person(Role.FLOOR, "Jan"))


@pytest.mark.parametrize("nameless", ["", "  ", "\u200b"])
def test_without_a_name_only_the_role_tells_two_apart(nameless: str) -> None:
    assert same(EVA, Person(Role.FLOOR, nameless))
    assert not same(EVA, Person(Role.SURVEILLANCE, nameless))
    assert same(Person(Role.PIT, nameless), Person(Role.PIT))
