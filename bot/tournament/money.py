"""The chips of wallets in a tournament: entries, more chips, refunds, fees, prizes, bounties.

Pure: each function changes a `Draft`. What lies in the prize account is always what is still owed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournament.state import Draft, Entrant, State
from games import payouts
from games.play import Refused
from storage import ledger


def why_not_now(state: State, person: str) -> Refused | None:
    """Nobody pays in play for what they would lose at once: who is about to be taken out, and
    anybody while the tournament is about to be called off.
    """
    if state.phase != "running":
        return None
    if "cancel" in state.timers:
        return Refused("tournament.ending")
    return Refused("tournament.leaving") if state.leaving(person) else None


def pay_entry(draft: Draft, person: str) -> None:
    """Take an entry from a wallet; once play has begun the fee goes on to the house."""
    state, plan = draft.state, draft.state.plan
    entries = [(state.wallet(person), -plan.cost)]
    if state.phase == "running":
        entries.append((ledger.house(state.community), plan.fee))
    draft.pay("tournament_entry", entries)
    state.pool += plan.buy_in
    state.entries += 1


def refund_entry(draft: Draft, person: str) -> None:
    """Give an entry back that was never played."""
    state, plan = draft.state, draft.state.plan
    draft.pay("tournament_refund", [(state.wallet(person), plan.cost)])
    state.pool -= plan.buy_in
    state.entries -= 1


def pay_chips(draft: Draft, kind: str, entrant: Entrant, price: int) -> None:
    """Take what a rebuy or an add-on (`kind`) costs: it all goes into the prizes."""
    draft.pay(kind, [(draft.state.wallet(entrant.person), -price)])
    draft.state.pool += price


def refund_coming(draft: Draft, entrant: Entrant) -> None:
    """Give back what was paid for chips that have not come yet."""
    state = draft.state
    draft.pay("tournament_refund", [(state.wallet(entrant.person), entrant.owed)])
    state.pool -= entrant.owed
    entrant.coming = entrant.owed = 0


def take_fees(draft: Draft) -> None:
    """Play begins: what the house keeps of each entry is its own from now on."""
    state = draft.state
    fees = state.plan.fee * state.entries
    draft.pay("tournament_fee", [(ledger.house(state.community), fees)])


def settle_entries(draft: Draft) -> None:
    """Nobody comes in any more: the prizes stand, with what the house adds to what it promised."""
    state = draft.state
    missing = state.plan.guarantee - state.pool
    if missing > 0:
        draft.pay("tournament_guarantee", [(ledger.house(state.community), -missing)])
        state.pool += missing
        draft.tell("overlay", amount=missing)
    state.paid_out = True


def award(draft: Draft) -> None:
    """Pay all whose place is sure and who have not been paid; who ties shares."""
    state = draft.state
    if not state.paid_out:
        return
    prizes = state.prizes()
    for place, group in state.ties():
        if place > len(prizes):
            break
        for who, prize in zip(group, payouts.shared(prizes, place, len(group)), strict=True):
            entrant = state.entrants[who]
            if prize and not entrant.prize:
                entrant.prize = prize
                draft.pay("tournament_prize", [(state.wallet(who), prize)])
                draft.tell("prize", entrant.name, amount=prize, note=str(place))


def pay_bounty(draft: Draft, victim: Entrant, winners: Sequence[Entrant]) -> None:
    """Give the bounty on a head to who won it."""
    state = draft.state
    if not victim.head or not winners:
        return
    parts = payouts.bounty(victim.head, len(winners), progressive=state.plan.progressive)
    victim.head = 0
    for winner, (half, other) in zip(winners, parts, strict=True):
        # Who has gone out meanwhile has no head that the other half could go onto.
        cash, onto = (half, other) if winner.table else (half + other, 0)
        winner.won += cash
        winner.head += onto
        draft.pay("tournament_bounty", [(state.wallet(winner.person), cash)])
        draft.tell("bounty", winner.name, amount=cash, note=victim.name)


def pass_on_bounty(draft: Draft, gone: Entrant) -> None:
    """Who was taken out is knocked out by nobody: what is on their head goes onto all others'."""
    inside = draft.state.playing()
    for one, part in zip(inside, payouts.apportion(gone.head, [1] * len(inside)), strict=True):
        one.head += part
    gone.head = 0


def keep_bounty(draft: Draft, winner: Entrant) -> None:
    """Nobody has knocked out who wins it all: the bounty on their head is their own."""
    if winner.head:
        draft.pay("tournament_bounty", [(draft.state.wallet(winner.person), winner.head)])
        draft.tell("kept_bounty", winner.name, amount=winner.head)
        winner.won, winner.head = winner.won + winner.head, 0


def call_off(draft: Draft) -> None:
    """Give back all that is not yet won. What has been paid stays paid.

    Before the first hand everyone gets all of their entry. Afterwards those still in it get their
    last fee, the bounty on their head and what they paid for chips that have not come yet, and
    share the prizes: half evenly, half by their chips.
    """
    state = draft.state
    if state.phase == "open":
        for who in state.entrants:
            draft.pay("tournament_refund", [(state.wallet(who), state.plan.cost)])
        giver = state.giver or state.host
        draft.pay("tournament_refund", [(state.wallet(giver), state.plan.added)])
        return
    inside = state.playing()
    for one in inside:
        refund_coming(draft, one)
    house = ledger.house(state.community)
    left = state.pool - sum(one.prize for one in state.entrants.values())
    shares = _shared_out(state, inside, left)
    for one, share in zip(inside, shares, strict=True):
        fee = state.plan.fee
        entries = [(house, -fee), (state.wallet(one.person), fee + one.head + share)]
        draft.pay("tournament_refund", entries)
        one.head, one.prize = 0, one.prize + share


def _shared_out(state: State, inside: Sequence[Entrant], left: int) -> list[int]:
    even = payouts.apportion(left // 2, [1] * len(inside))
    by_chips = payouts.apportion(left - left // 2, [one.stack for one in inside])
    return [one + other for one, other in zip(even, by_chips, strict=True)]
