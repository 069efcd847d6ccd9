"""Statements about cards, deck, devices and time: the scenario's own cards first, then the felt they lie on."""

from table_controller.core import orders as ask
from table_controller.core.button import plan
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure import shuffle_due
from table_controller.rehearsal.scenario import motions
from table_controller.rehearsal.scenario.deck import Cards, Physical
from table_controller.rehearsal.scenario.motions import Answer
from table_controller.rehearsal.scenario.player import ImpossibleError
from table_controller.rehearsal.scenario.setting import Setting
from table_controller.rehearsal.scenario.stage import DEALER, FLOOR, Stage


class CardStatements:
    """The part of a player that moves cards. `signed`: the floor has signed on at the table."""

    def __init__(self, stage: Stage, setting: Setting) -> None:
        self.stage = stage
        self.cards = Cards(setting.deck)
        self.senses = stage.felt
        self.signed = False
        self._deck_fell = False

    def deal(self, _statement: motions.Deal) -> Answer:
        """Twice round the table, as the hand that is due is dealt."""
        if not self.cards.whole:
            raise ImpossibleError("a deal takes a full deck and empty seats")
        answer: Answer = None
        for seat in (*self._order(), *self._order()):
            answer = self._draw(SEAT_PLACES[seat]) or answer
        return answer

    def _order(self) -> tuple[SeatNo, ...]:
        state = self.stage.state
        if state.hand is not None and state.in_hand:
            return state.hand.order
        coming = plan(state)
        if coming is None:
            raise ImpossibleError("no hand can begin: nobody knows the button, or too few play")
        return coming.order

    def draw(self, statement: motions.Draw) -> Answer:
        """The cards one after another."""
        if statement.pair:
            first, second = (self.cards.draw(place) for place in statement.to)
            self.senses.drawn_together((first, second), statement.to[0])
            return None
        answer: Answer = None
        for place in statement.to:
            answer = self._draw(place, up=statement.up) or answer
        return answer

    def clone(self, statement: motions.Clone) -> Answer:
        """While a hand runs its card must lie somewhere: nothing tells that a card still in the deck is there twice."""
        card, lies = self.cards.wherever(statement.card)
        if lies is Place.SHOE and self.stage.state.in_hand:
            raise ImpossibleError(f"{statement.card} is still in the deck")
        self.senses.cloned(card, lies, statement.to)
        return None

    def _draw(self, place: Place, *, up: bool = False) -> Answer:
        """What no sensor sees, a face, is keyed at that moment. A deck that fell is put into the shoe first."""
        if self._deck_fell:
            self._deck_fell = False
            self.senses.deck_in(self.cards.deck)
        card = self.cards.draw(place)
        nowhere = place in (Place.DROPPED, Place.NOWHERE)
        self.senses.drawn(card, None if nowhere else place, fell=place is Place.DROPPED)
        return self.stage.give(ask.Exposed(seat=SEAT_OF_PLACE[place]), DEALER) if up else None

    def found(self, statement: motions.Found) -> Answer:
        """A card that was nowhere is somewhere."""
        card, source = self.cards.find(statement.card, (Place.DROPPED, Place.NOWHERE))
        self._move(card, source, statement.to)
        return None

    def move(self, statement: motions.Move) -> Answer:
        """One card, or a whole zone in the order in which it lies."""
        source = statement.source
        if statement.card is not None:
            self._move(*self.cards.find(statement.card, (source,)), statement.to)
            return None
        self.move_all(source, statement.to)
        return None

    def move_all(self, source: Place, to: Place) -> None:
        """Every card of a zone."""
        for card in tuple(self.cards.lying[source]):
            self._move(card, source, to)

    def _move(self, card: Physical, source: Place, to: Place) -> None:
        self.cards.move(card, source, to)
        self.senses.moved(card, source, to)

    def return_card(self, statement: motions.ReturnCard) -> Answer:
        """On top, from wherever it lies."""
        self._put_back(*self.cards.anywhere(statement.card), top=True)
        return None

    def return_zone(self, statement: motions.ReturnZone) -> Answer:
        """All cards of a zone, below the others."""
        for card in tuple(self.cards.lying[statement.zone]):
            self._put_back(card, statement.zone, top=False)
        return None

    def _put_back(self, card: Physical, source: Place, *, top: bool) -> None:
        self.cards.put_back(card, source, top=top)
        self.senses.returned(card, source)
        state = self.stage.state
        if self.cards.whole and not state.in_hand and not shuffle_due(state):
            self.senses.all_back()

    def shuffle(self, statement: motions.Shuffle) -> Answer:
        """The deck is out of the shoe while it is shuffled."""
        self.cards.shuffle(statement.top)
        self._put_in()
        return None

    def drop_stub(self, _statement: motions.DropStub) -> Answer:
        """The deck is gone from the shoe, its order with it."""
        self.cards.deck.reverse()
        self.senses.deck_out()
        self._deck_fell = True
        return None

    def swap_deck(self, statement: motions.SwapDeck) -> Answer:
        """The old deck goes, with every card that lies out; the floor says so."""
        if self.stage.state.in_hand:
            raise ImpossibleError("a second deck comes in only while no hand runs")
        self.stage.give(ask.SwapDeck(), FLOOR)
        self.cards.swap(statement.deck)
        self._put_in()
        return None

    def stack_deck(self, statement: motions.StackDeck) -> Answer:
        """Nobody but the scenario knows the order."""
        self.cards.stack(statement.deck)
        self.senses.stacked(self.cards.deck)
        return None

    def next_hand(self, _statement: motions.NextHand) -> Answer:
        """Gathered, shuffled and put back; the button goes where it belongs if it lies on the table."""
        if self.stage.state.in_hand:
            return self.stage.give(ask.NextHand(), DEALER)
        self.signed = False
        self.cards.gather()
        self._put_in()
        coming = plan(self.stage.state)
        if self.stage.state.button_sighted is not None and coming is not None:
            self.senses.button_lies(coming.positions.button)
        return None

    def _put_in(self) -> None:
        """The deck is taken out and comes back, as when it is shuffled or gathered."""
        self.senses.deck_out()
        self._deck_fell = False
        self.senses.deck_in(self.cards.deck)

    def wait(self, statement: motions.Wait) -> Answer:
        """Time passes."""
        self.senses.wait(statement.ms)
        return None

    def device_gone(self, statement: motions.DeviceGone) -> Answer:
        """A device goes silent."""
        self.senses.device(statement.device, speaks=False)
        return None

    def device_back(self, statement: motions.DeviceBack) -> Answer:
        """It speaks again."""
        self.senses.device(statement.device, speaks=True)
        return None
