"""A hand as Open Hand History (hh-specs.handhistory.org, version 1.4.6): one JSON object named `ohh`.

Amounts are in the table's smallest unit, and the currency is XXX, ISO 4217's word for none. Nobody is the hero: `hero_player_id`
is null, as the text wants of a hand that was observed. Players' ids are their seats.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from table_controller.core.events import BlindKind, Street
from table_controller.core.stakes import Limit
from table_controller.export.told import Act, Post, Round, ToldHand
from table_controller.views.times import utc_text

SPEC = "1.4.6"
SITE = "Burn & Turn"
_WHO_WROTE = {
    "spec_version": SPEC,
    "site_name": SITE,
    "network_name": SITE,
    "internal_version": SPEC,
    "tournament": False,
    "currency": "XXX",
    "hero_player_id": None,
    "flags": ["Observed"],
}
_LIMITS = {Limit.NO_LIMIT: "NL", Limit.POT_LIMIT: "PL", Limit.FIXED_LIMIT: "FL"}
_STREETS = {
    Street.DEAL: "Preflop",
    Street.PREFLOP: "Preflop",
    Street.FLOP: "Flop",
    Street.TURN: "Turn",
    Street.RIVER: "River",
    Street.SHOWDOWN: "Showdown",
}
_POSTS = {
    BlindKind.ANTE: "Post Ante",
    BlindKind.SB: "Post SB",
    BlindKind.BB: "Post BB",
    BlindKind.STRADDLE: "Straddle",
    BlindKind.DEAD_SB: "Post Dead",
}
_ACTS = {
    "fold": "Fold",
    "kill": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "show": "Shows Cards",
    "muck": "Mucks Cards",
}


def ohh_text(hand: ToldHand) -> str:
    """The whole file, in one line with its end."""
    return msgspec.json.encode({"ohh": ohh_of(hand)}).decode() + "\n"


def ohh_of(hand: ToldHand) -> dict[str, Any]:
    """What stands in it."""
    stakes = hand.stakes
    return {
        **_WHO_WROTE,
        "game_number": f"{hand.table}-{hand.number}-{hand.attempt}",
        "start_date_utc": utc_text(hand.began)[:19] + "Z",
        "table_name": hand.name or hand.table,
        "table_handle": hand.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": _LIMITS[stakes.limit], "bet_cap": 0},
        "table_size": hand.max_seats,
        "dealer_seat": hand.button,
        "small_blind_amount": stakes.small_blind,
        "big_blind_amount": stakes.big_blind,
        "ante_amount": stakes.ante,
        "players": [
            {"id": one.seat, "seat": one.seat, "name": one.player, "display": one.player, "starting_stack": one.start}
            for one in hand.seats
        ],
        "rounds": list(_rounds(hand)),
        "pots": list(_pots(hand)),
    }


def _rounds(hand: ToldHand) -> Iterator[dict[str, Any]]:
    number = 0
    for place, one in enumerate(hand.rounds):
        told = [*_before_the_deal(hand), *_round(one)] if place == 0 else list(_round(one))
        for action in told:
            action["action_number"] = number
            number += 1
        yield {"id": place, "street": _STREETS[one.street], "cards": list(one.cards), "actions": told}


def _before_the_deal(hand: ToldHand) -> Iterator[dict[str, Any]]:
    for post in hand.posts:
        yield from _post(post)
    for seat in hand.seats:
        dealt: dict[str, Any] = {"player_id": seat.seat, "action": "Dealt Cards"}
        yield {**dealt, "cards": list(seat.shown)} if seat.shown else dealt


def _post(post: Post) -> Iterator[dict[str, Any]]:
    word = _POSTS.get(post.what, "Post Extra Blind")
    if post.live or not post.dead:
        yield {"player_id": post.seat, "action": word, "amount": post.live, "is_allin": post.all_in}
    if post.dead:
        dead = word if post.what is BlindKind.ANTE else "Post Dead"
        yield {"player_id": post.seat, "action": dead, "amount": post.dead, "is_allin": post.all_in}


def _round(one: Round) -> Iterator[dict[str, Any]]:
    for act in one.acts:
        yield _action(one, act)


def _action(one: Round, act: Act) -> dict[str, Any]:
    word = "Raise" if act.kind == "bet" and one.street is Street.PREFLOP else _ACTS[act.kind]
    told: dict[str, Any] = {"player_id": act.seat, "action": word}
    if act.kind in ("call", "bet", "raise"):
        told |= {"amount": act.added, "is_allin": act.all_in}
    if act.cards:
        told["cards"] = list(act.cards)
    return told


def _pots(hand: ToldHand) -> Iterator[dict[str, Any]]:
    """`amount` includes the rake, as the text wants."""
    rake = dict(hand.rake)
    for number in sorted({award.pot for award in hand.awards}):
        wins = [award for award in hand.awards if award.pot == number]
        taken = rake.get(number, 0)
        yield {
            "number": number,
            "amount": sum(award.amount for award in wins) + taken,
            "rake": taken,
            "player_wins": [{"player_id": award.seat, "win_amount": award.amount} for award in wins],
        }
