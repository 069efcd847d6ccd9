"""What the camera bench counts: right, wrong, refused, and how little a count of none proves."""

from pathlib import Path

import pytest

from drivers.camera.seen import Seen
from table_controller.bootstrap.bench_camera_photos import BoardPhoto, Photos, PhotosError
from table_controller.bootstrap.bench_camera_score import board_score, score, upper95
from table_controller.core.cards import card, cards


def seen(text: str) -> Seen:
    return Seen(card(text) if text else None, 0.9)


def test_a_face_on_a_window_without_index_is_wrong() -> None:
    one = score("network/x", [(None, seen("Ts")), (None, seen("")), (card("Ts"), seen("Ts")), (card("9s"), seen("Ts"))])
    assert (one.n, one.read, one.wrong, one.refused) == (4, 1, 2, 1)


def test_none_wrong_of_967_proves_less_than_a_third_of_a_percent() -> None:
    assert upper95(0, 967) == pytest.approx(1 - 0.05 ** (1 / 967))


def test_the_bound_is_exact_with_errors_too() -> None:
    """2 of 10: the tables of Clopper and Pearson say 0.5069."""
    assert upper95(2, 10) == pytest.approx(0.50690, abs=1e-4)
    assert upper95(3, 3) == 1.0


def test_of_many_cards_the_share_read_has_a_bound_too() -> None:
    """200 of 10,296 are unread: with 95 % certainty no more than 2.2 %, which the normal bound says as well."""
    one = score("passes-hard/x", [(0, seen("2c"))] * 10_096 + [(0, seen(""))] * 200)
    assert (one.read, one.refused) == (10_096, 200)
    assert one.read_lower95 == pytest.approx(10_096 / 10_296 - 1.645 * (0.0194 * 0.9806 / 10_296) ** 0.5, abs=3e-4)


def photo(listed: str, *, complete: bool) -> BoardPhoto:
    return BoardPhoto("board/x_1.jpg", cards(listed), complete, Path("x"))


def test_a_strange_face_in_a_photograph_is_wrong() -> None:
    one = board_score("board/x", [(photo("Ts9h", complete=True), [seen("Ts"), seen("9h"), seen("4c")])])
    assert (one.n, one.read, one.wrong, one.refused) == (2, 2, 1, 0)


@pytest.mark.parametrize(("found", "wrong"), [(("Ts", "9h", "4c"), 0), (("Ts", "4c"), 1), (("Ts", "4c", "5c"), 1), (("Ts",), 0)])
def test_where_more_cards_lie_than_are_listed_only_what_may_stand_for_a_listed_one_is(found: tuple[str, ...], wrong: int) -> None:
    one = board_score("board/x", [(photo("Ts9h", complete=False), [seen(text) for text in found])])
    assert one.wrong == wrong


def test_the_half_that_enrols_is_not_read(shared: Path) -> None:
    photos = Photos(shared / "data" / "cards")
    enrolling, reading = photos.halves("sergio")
    assert (len(enrolling), len(reading)) == (104, 104)
    assert not {window.file for window in enrolling} & {window.file for window in reading}
    assert {window.face for window in enrolling} == {window.face for window in reading}


def test_a_folder_without_its_lists_is_named(tmp_path: Path) -> None:
    with pytest.raises(PhotosError, match=r"windows\.csv"):
        Photos(tmp_path)
