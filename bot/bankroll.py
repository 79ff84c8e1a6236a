"""The chips of who sits at a table: where they come from, how many they may be, and home again.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from bot import tab
from bot.state import COMPUTER, Draft, Move, State
from bot.terms import HOUR
from games.play import Refused
from storage import ledger


def stack_account(state: State, person: str) -> str:
    """The ledger's account of a person's chips at this table, the ones about to land included."""
    return ledger.stack(state.id, person)


def purse(state: State, person: str) -> str:
    """Where buy-ins come from: the wallet, the house for computer players, or the tab."""
    if person.startswith(COMPUTER):
        return ledger.house(state.community)
    if state.terms.tab:
        return ledger.tab(state.id, person)
    return ledger.wallet(state.community, person)


def buy_in(state: State, person: str, amount: int, at: int) -> int:
    """The buy-in meant by `amount` (0: the usual one), or Refused.

    Who took chips away within the hour brings them back (table stakes).
    """
    terms = state.terms
    taken, when = state.left.get(person, (0, 0))
    owed = taken if at - when < HOUR else 0
    if not amount:
        return max(owed, usual_buy_in(state))
    if amount < owed:
        raise Refused("rathole", amount=owed)
    if amount < terms.least:
        raise Refused("buyin_least", least=terms.least)
    if amount > max(terms.most, owed):
        raise Refused("buyin_most", most=max(terms.most, owed))
    if amount % terms.chip and amount != owed:
        raise Refused("chip", chip=terms.chip)
    return amount


def usual_buy_in(state: State) -> int:
    """A hundred big blinds, as far as the table's limits allow; in hundredths."""
    terms = state.terms
    return max(terms.least, min(terms.most, 100 * terms.big))


def pay_in(draft: Draft, seat: int, amount: int) -> None:
    """Take chips for a chair from its owner's purse; the chair is changed by the caller."""
    state = draft.state
    chair = state.chairs[seat]
    _, brought, took = state.books.get(chair.person, ("", 0, 0))
    state.books[chair.person] = (chair.name, brought + amount, took)
    state.left.pop(chair.person, None)
    entries = {purse(state, chair.person): -amount, stack_account(state, chair.person): amount}
    draft.moves.append(Move("buy_in", entries))


def pay_stray(draft: Draft) -> None:
    """Send home the chips of people for whom a broken stream left no seat."""
    state = draft.state
    for person, amount in state.stray.items():
        entries = {stack_account(state, person): -amount, purse(state, person): amount}
        draft.moves.append(Move("cash_out", entries))
        name, brought, took = state.books.get(person, ("", 0, 0))
        state.books[person] = (name, brought, took + amount)
    state.stray = {}


def pay_out(draft: Draft, seat: int, amount: int) -> None:
    """Give chips of a chair back to its owner's purse; the chair is changed by the caller."""
    state = draft.state
    chair = state.chairs[seat]
    if not amount:
        return
    name, brought, took = state.books[chair.person]
    state.books[chair.person] = (name, brought, took + amount)
    entries = {stack_account(state, chair.person): -amount, purse(state, chair.person): amount}
    draft.moves.append(Move("cash_out", entries))


def land_pending(draft: Draft) -> None:
    """Let bought chips land after a hand, up to the table's most; the rest goes home."""
    for seat, chair in draft.state.chairs.items():
        if not chair.pending:
            continue
        landed = min(chair.pending, max(0, draft.state.terms.most - chair.stack))
        pay_out(draft, seat, chair.pending - landed)
        chair.stack += landed
        chair.pending = 0


def read_tab(draft: Draft) -> None:
    """Say what each brought and took, and the payments that settle it. No chip moves."""
    books = draft.state.books
    draft.notices.append(draft.say("settle_title"))
    nets = {person: took - brought for person, (_, brought, took) in books.items()}
    for name, brought, took in books.values():
        note = f"{brought} {took}"
        draft.notices.append(draft.say("settle_row", who=name, amount=took - brought, note=note))
    for payer, receiver, amount in tab.payments(nets):
        to = books[receiver][0]
        said = draft.say("settle_pays", who=books[payer][0], amount=amount, note=to)
        draft.notices.append(said)
    if not any(nets.values()):
        draft.notices.append(draft.say("settle_even"))
