"""What of a house table is on its picture, and the same in words: (state, language) -> picture.

Like all that everybody sees it comes from `look` for no one in particular.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.bank import felt, play, words
from bot.bank.hands import called, own
from bot.bank.state import State, staked
from bot.picture import HandPicture, HousePicture, places_for
from bot.text import Words, cards, net, person, plain
from games.banked import Bet, Hand, View

_LIGHTS = "🟢🟡🔴 "


def painted(w: Words, state: State) -> HousePicture:
    """What the picture of a house table shows: the round, or what has been bet on the next one."""
    betting = not state.playing and any(one.steps for one in state.players.values())
    view = None
    if state.round is not None and not betting:
        view = state.rules.look(state.round, None)
    found = list(_in_round(w, state, view) if view else _betting(w, state))
    board = (view.board if view else ()) if state.game == "ultimate" else None
    shared = _shared(w, view) if view else None
    most = places_for(board is not None, shared is not None)
    kept = found
    if len(found) > most:
        largest = sorted(range(len(found)), key=lambda at: (-found[at][0], at))
        kept = [found[at] for at in sorted(largest[: most - 1])]
    total = sum(play.stakes(state).values())
    signal = plain(words.signal(w, state)).strip(_LIGHTS)
    stopped = state.paused or state.closed
    return HousePicture(
        dealer=_dealer(w, view),
        board=board,
        shared=shared,
        hands=tuple(hand for _, hand in kept),
        others=w("picture.others", n=len(found) - len(kept)) if len(found) > most else "",
        total=0 if stopped else total,
        total_text=signal if stopped else _total(w, total),
        banner="" if stopped or found else signal,
        title=plain(w("panel.table", name=state.name)),
        subtitle=w(f"bank.game_short.{state.game}"),
        limits=w("bank.limit_main", least=state.terms.least, most=state.terms.most),
        language=w.language,
    )


def _total(w: Words, total: int) -> str:
    return f"{w('bank.field.total')} {w('word.amount', amount=total)}" if total else ""


def _dealer(w: Words, view: View | None) -> HandPicture:
    said = [w("bank.field.dealer")]
    if view is None:
        return HandPicture(said[0])
    said += [called(w, hand.name, hand.ranks) for hand in view.dealer if hand.name]
    if view.qualifies is not None:
        said.append(words.qualifies(w, view.qualifies))
    return _laid(view.dealer, " · ".join(said))


def _shared(w: Words, view: View) -> HandPicture | None:
    hand = view.hands[0]
    if hand.part != "shared":
        return None
    said = [w("bank.field.shared"), *([called(w, hand.name, hand.ranks)] if hand.name else [])]
    return _laid((hand,), " · ".join(said))


def _laid(
    held: tuple[Hand, ...],
    name: str,
    put: int = 0,
    note: str = "",
    tone: str = "plain",
    *,
    acting: bool = False,
) -> HandPicture:
    """Hands that lie side by side: none, one, or a high and a low one."""
    faces = tuple(card for hand in held for card in hand.cards)
    apart = len(held[-1].cards) + held[-1].hidden if len(held) > 1 else 0
    backs = sum(hand.hidden for hand in held)
    return HandPicture(name, put, faces, backs, apart, note, tone, acting)


Found = tuple[int, HandPicture]
"""How much a hand is about, in hundredths, and how it is drawn."""


def _betting(w: Words, state: State) -> Iterator[Found]:
    """Everyone with what they have bet on the next round."""
    for _, player in sorted(state.players.items()):
        lies = staked(state.spots, player.bets)
        yield lies, HandPicture(_named(w, player.name), lies, note="✓" if player.ready else "")


def _in_round(w: Words, state: State, view: View) -> Iterator[Found]:
    """Every hand of the round; one who plays the shared hand has none of their own."""
    for seat in sorted(state.put):
        name, made = _named(w, state.dealt[seat][1]), state.made.get(seat, ())
        held = own(view, seat)
        parts = [hand.part for hand in held if hand.part.isdecimal()]
        for hand in held if parts else ():
            mine = tuple(bet for bet in made if bet.spot.endswith(f"_{hand.part}"))
            called_so = f"{name} {hand.part}" if len(parts) > 1 else name
            note = words.verb(w, state.game, hand.chosen) if hand.chosen else "…"
            put = sum(bet.staked for bet in mine) or _on_hand(state, seat, hand)
            yield _found(called_so, put, (hand,), mine, note)
        if not parts:
            yield _found(name, state.put[seat], held, made, felt.doing(w, state, view, seat))


def _on_hand(state: State, seat: int, hand: Hand) -> int:
    """What is staked on one of several hands: its Ante, and a Bet of twice that once it plays."""
    ante = dict(state.players[seat].bets).get(f"ante_{hand.part}", 0)
    return 3 * ante if hand.chosen == "play" else ante


def _found(
    name: str, put: int, held: tuple[Hand, ...], made: tuple[Bet, ...], chosen: str
) -> Found:
    if not made:
        return put, _laid(held, name, put, chosen, acting=chosen == "…")
    change = words.change(made)
    tone = "won" if change > 0 else "lost" if change < 0 else "plain"
    return abs(change), _laid(held, name, put, net(change), tone)


def _named(w: Words, name: str) -> str:
    return person(name, w("word.someone"))


# --- the same in words -----------------------------------------------------------------------


def alt(w: Words, picture: HousePicture) -> str:
    """All that the picture says, for those who do not see it."""
    said = [picture.title, picture.subtitle, picture.limits, _in_words(w, picture.dealer)]
    if picture.board is not None:
        said.append(f"{w('panel.board')}: {cards(picture.board) or w('panel.no_board')}")
    said += [_in_words(w, hand) for hand in (picture.shared, *picture.hands) if hand]
    said += [picture.others, picture.total_text, picture.banner]
    stop = w("picture.stop")
    return stop.join(text.removesuffix(stop.strip()) for text in said if text) + stop.rstrip()


def _in_words(w: Words, hand: HandPicture) -> str:
    said = [hand.name]
    if hand.staked:
        said.append(w("word.amount", amount=hand.staked))
    parts = hand.cards[: -hand.apart or None], hand.cards[len(hand.cards) - hand.apart :]
    said += [cards(part) for part in parts[: 2 if hand.apart else 1] if part]
    if hand.backs:
        said.append(w("picture.backs", n=hand.backs))
    said += [hand.note] if hand.note.strip("…") else []
    said += [w("picture.acting")] * hand.acting
    return w("picture.comma").join(said)
