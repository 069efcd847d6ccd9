"""What counts as shown, and what as a tag that there are two of, in whatever order the devices are heard."""

from table_controller.decks import inspection

TAG, MOUTH, MUCK = b"a card's", 1, 15
SHOWN, LANDED = 1_000, 1_120
"""Over the mouth of the shoe, and where it fell: as quick as a sensor can follow."""


def test_a_card_that_is_heard_first_where_it_fell_is_one_card() -> None:
    so_far = inspection.seen(inspection.begun(0), TAG, MUCK, LANDED, shown=False)
    so_far = inspection.seen(so_far, TAG, MOUTH, SHOWN)
    so_far = inspection.let_go(so_far, TAG, MOUTH, SHOWN + 75)
    assert (so_far.order, so_far.doubled, so_far.cards) == ((TAG,), (), 1)


def test_a_card_that_is_shown_while_its_tag_lies_elsewhere_is_another_one() -> None:
    so_far = inspection.seen(inspection.begun(0), TAG, MUCK, SHOWN - 500, shown=False)
    so_far = inspection.seen(so_far, TAG, MOUTH, SHOWN)
    assert (so_far.order, so_far.doubled, so_far.cards) == ((TAG,), (TAG,), 2)
