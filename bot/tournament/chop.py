"""A deal among those who are left: proposed, shown with each share, accepted by all or not at all.

Pure: each function changes a `Draft`. No hand is dealt while a deal is on the table.
"""

from __future__ import annotations

from bot.state import Command, Timer
from bot.terms import MINUTE
from bot.tournament.money import keep_bounty
from bot.tournament.state import Chop, Draft
from games import payouts
from games.play import Refused

PATIENCE = 2 * MINUTE
"""How long everybody has to accept."""
WAYS = ("icm", "chips")


def propose(draft: Draft, command: Command) -> None:
    """Propose to share what is still to be won (`word`: icm or chips). Raises Refused.

    It is laid open when the hand being played is over. Once it has failed, none is proposed again
    at the same level.
    """
    state = draft.state
    mine = state.entrants.get(command.person)
    if mine is None or not mine.table:
        raise Refused("tournament.not_playing")
    few = 2 <= len(state.playing()) <= payouts.MOST_IN_DEAL
    if not state.paid_out or len(state.boards) > 1 or not few:
        raise Refused("tournament.chop_final")
    if state.chop:
        raise Refused("tournament.chop_pending")
    if state.chopped == state.level:
        raise Refused("tournament.chop_again")
    if command.word not in WAYS:
        raise Refused("tournament.chop_ways", names=", ".join(WAYS))
    state.chop, state.chopped = Chop(command.word), state.level
    draft.tell("chop_proposed", mine.name, aloud=True)
    draft.answer = ("tournament_chop", {})


def lay_open(draft: Draft) -> None:
    """Work out what each would get, between two hands."""
    state, chop = draft.state, draft.state.chop
    assert chop is not None
    inside = state.playing()
    stacks, prizes = [one.stack for one in inside], state.prizes()
    deal = payouts.deal_by_icm if chop.how == "icm" else payouts.deal_by_chips
    shares = deal(stacks, prizes)
    state.chop = Chop(
        chop.how, {one.person: share for one, share in zip(inside, shares, strict=True)}
    )
    state.timers["chop"] = Timer(draft.at + PATIENCE)
    for one in inside:
        draft.tell("chop_share", one.name, amount=state.chop.shares[one.person], aloud=True)


def accept(draft: Draft, command: Command) -> bool:
    """Say yes; True once everybody has. Raises Refused for who has no share in it."""
    state, chop = draft.state, draft.state.chop
    if chop is None or command.person not in chop.shares:
        raise Refused("tournament.no_chop")
    if command.person in chop.accepted:
        raise Refused("tournament.chop_accepted")
    state.chop = Chop(chop.how, chop.shares, (*chop.accepted, command.person))
    draft.tell("chop_yes", state.entrants[command.person].name)
    draft.answer = ("tournament_chop_yes", {"amount": chop.shares[command.person]})
    return len(state.chop.accepted) == len(chop.shares)


def decline(draft: Draft, command: Command) -> None:
    """Say no: there is no deal. Raises Refused for who has no share in it."""
    state, chop = draft.state, draft.state.chop
    if chop is None or command.person not in chop.shares:
        raise Refused("tournament.no_chop")
    draft.tell("chop_no", state.entrants[command.person].name, aloud=True)
    draft.answer = ("tournament_chop_no", {})
    drop(draft)


def lapse(draft: Draft) -> None:
    """Not everybody has said yes in time."""
    draft.tell("chop_lapsed", aloud=True)
    drop(draft)


def drop(draft: Draft) -> None:
    """There is no deal any more, and its two minutes are over."""
    draft.state.chop = None
    draft.state.let_by("chop")


def pay(draft: Draft) -> None:
    """Pay each share; the places go by chips, and equal chips tie."""
    state, chop = draft.state, draft.state.chop
    assert chop is not None
    inside = {who: state.entrants[who] for who in chop.shares}
    for stack in sorted({one.stack for one in inside.values()}):
        state.fallen.append([who for who, one in inside.items() if one.stack == stack])
    for who, one in inside.items():
        one.table = one.seat = 0
        keep_bounty(draft, one)
        one.prize = chop.shares[who]
        draft.pay("tournament_prize", [(state.wallet(who), one.prize)])
    draft.tell("chopped", amount=sum(chop.shares.values()), aloud=True)
    drop(draft)
