"""What the dealer is offered while something is open: the act that was only keyed late, and who has signed so far."""

from table_controller.bootstrap.scenario import DirectStage, direct_stage
from table_controller.core.ids import TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import ConfirmStep, Person, Role
from table_controller.rehearsal.scenario import Scenario, run
from table_controller.rehearsal.scenario.scene import view_of
from table_controller.views.dealer import dealer_view
from table_controller.views.shapes import DealerView
from tests.recovery.scenes import Scene

FOUR = "act 1 check, act 2 check, act 3 check, act 4 check"
TURN = f"deal, @calls, flop, {FOUR}, turn"


def table(body: str, rules: str = "ukrainian") -> DirectStage:
    stages: list[DirectStage] = []

    def stage_of(scenario: Scenario) -> DirectStage:
        stages.append(direct_stage(scenario))
        return stages[0]

    assert run(Scene("", body, rules).scenario(), stage_of).failure is None
    return stages[0]


def view_at(stage: DirectStage) -> DealerView:
    return dealer_view(TableId("T1"), stage.state, view_of(stage))


def seen(body: str) -> DealerView:
    return view_at(table(body))


def test_the_acts_of_whose_turn_it_was_are_offered_while_the_table_is_locked() -> None:
    view = seen(TURN)
    assert view.keys is None
    assert view.late is not None
    assert (view.late.seat, view.late.check, view.late.call) == (5, True, None)


def test_they_are_gone_once_somebody_has_signed() -> None:
    assert seen(f"{TURN}, @signed").late is None


def test_a_card_that_went_astray_cannot_be_explained_by_a_late_key() -> None:
    assert seen("deal, draw seat 1").late is None


def test_nothing_is_late_in_an_ordinary_hand() -> None:
    view = seen(f"deal, @calls, flop, {FOUR}")
    assert view.late is None
    assert view.keys is not None


def test_the_first_signature_of_level_3_is_shown_until_the_second_comes() -> None:
    """The pages give both without names, as floor and as surveillance."""
    stage = table("deal, @calls, flop, @checks, turn, @checks, river, @checks, @shows, push_pot main 1")
    (found,) = view_at(stage).pit.findings
    assert (found.level, found.signed) == (3, ())
    assert stage.give(ConfirmStep(), Person(Role.FLOOR, via="console")) is None
    assert view_at(stage).pit.findings[0].signed == ("floor",)
    assert stage.give(ConfirmStep(), Person(Role.FLOOR, via="console")) == Rejection("second_person_needed")
    assert stage.give(ConfirmStep(), Person(Role.SURVEILLANCE, via="console")) is None
    procedure = view_at(stage).pit.procedure
    assert procedure is not None
    assert (procedure.confirmed, procedure.by_key) == (True, True)
    assert view_at(stage).pit.findings[0].signed == ("floor", "surveillance")
