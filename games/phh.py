"""Hands in PHH notation (no-limit hold'em, variant NT) read and played again by our rules.

Players are places 0 to n-1 from the left of the button. Amounts are counted in the record's own
units, or in hundredths of them where it has decimals.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from games import holdem
from games.cards import DECK, UNKNOWN, card
from games.play import Act, Option, Refused

_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
_MOST = 10**15
_ENDLESS = 10**18  # the stack that a record gives as "inf"


@dataclass(frozen=True, slots=True)
class Result:
    """What a record comes to.

    Stacks are in the record's units: None after an error, and a single one for an endless stack.
    `matches` compares them with the record's own, and is None where it has none.
    """

    file: str
    hand: str
    finishing_stacks: tuple[int | float | None, ...] | None
    matches: bool | None
    error: str = ""

    def json(self) -> dict[str, Any]:
        line = {
            "file": self.file,
            "hand": self.hand,
            "finishing_stacks": self.finishing_stacks and list(self.finishing_stacks),
            "matches": self.matches,
        }
        return line | ({"error": self.error} if self.error else {})


class _Bad(ValueError):
    """The record cannot be played; the message says why."""


def replay_file(name: str, text: str) -> list[Result]:
    """Play every hand of a `.phh` or `.phhs` file; a hand that fails leaves the others alone.

    The odd chip is one unit, or a hundredth where the file has decimals. Text that is no TOML
    gives one result with an error.
    """
    try:
        parsed = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        return [Result(name, "", None, None, f"not TOML: {error}")]
    sections = {hand: record for hand, record in parsed.items() if isinstance(record, dict)}
    if "variant" in parsed or "actions" in parsed or (parsed and not sections):
        sections = {str(parsed.get("hand", 1)): parsed}
    fine = any(_places(record) for record in sections.values())
    return [_result(name, hand, record, fine) for hand, record in sections.items()]


def _result(file: str, hand: str, record: Mapping[str, Any], fine: bool) -> Result:
    recorded = "finishing_stacks" in record
    places = _places(record)
    fine = places > 0 or (fine and not recorded)
    scale = 10 ** min(6, max(2, places)) if fine else 1
    try:
        ended = _replay(record, scale)
        stacks = [_ENDLESS if stack > _ENDLESS // 2 else stack for stack in ended]
        matches = _list(record, "finishing_stacks", scale) == stacks if recorded else None
    except _Bad as bad:
        return Result(file, hand, None, False if recorded else None, str(bad))
    return Result(file, hand, tuple(_told(stack, scale) for stack in stacks), matches)


def _places(record: Mapping[str, Any]) -> int:
    """How many decimals the amounts of a record are written with; at least 1 for any ("5.0")."""
    values = [record.get("min_bet"), *(words[2] for _, words in _steps(record) if _is_bet(words))]
    for name in _LISTS:
        listed = record.get(name)
        values += listed if isinstance(listed, list) else []
    return max((_decimals(value) for value in values), default=0)


def _decimals(value: object) -> int:
    if isinstance(value, str):
        whole, point, part = value.partition(".")
        return max(1, len(part.rstrip("0"))) if point and whole + part else 0
    if isinstance(value, Decimal) and value.is_finite():
        exponent = value.normalize().as_tuple().exponent
        return max(1, -exponent) if isinstance(exponent, int) else 0
    return 0


def _told(stack: int, scale: int) -> int | float | None:
    """A stack in the record's units, as JSON has it."""
    if stack == _ENDLESS:
        return None
    return stack if scale == 1 else stack / scale


def _amount(value: object, scale: int) -> int:
    """An amount of a record as an integer; raises _Bad."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise _Bad(f"not an amount: {str(value)[:20]!r}")
    try:
        number = Decimal(value.replace(",", "") if isinstance(value, str) else value)
    except InvalidOperation:
        raise _Bad(f"not an amount: {str(value)[:20]!r}") from None
    if number.is_infinite() and number > 0:
        return _ENDLESS
    if number.is_nan() or abs(number) > _MOST:
        raise _Bad(f"not an amount: {str(value)[:20]!r}")
    scaled = number * scale
    if scaled != int(scaled):
        raise _Bad(f"too fine an amount: {str(value)[:20]!r}")
    return int(scaled)


def _list(record: Mapping[str, Any], name: str, scale: int) -> list[int]:
    values = record.get(name)
    if not isinstance(values, list):
        raise _Bad(f"{name} is missing" if values is None else f"{name} is not a list")
    return [_amount(value, scale) for value in values]


def _setup(record: Mapping[str, Any], scale: int) -> holdem.Setup:
    """Seats 1 to n, the last on the button. Heads-up a record has its blinds the other way round.

    Antes that are trimmed count in the layers, others are dead money. A single payer covers its
    blind first (TDA RP-11); where several pay dead antes, each pays its ante first. Blinds below 0
    are posts of who comes in.
    """
    stacks = _list(record, "starting_stacks", scale)
    count = len(stacks)
    antes, blinds = _list(record, "antes", scale), _list(record, "blinds_or_straddles", scale)
    if len(antes) != count or len(blinds) != count:
        raise _Bad("starting_stacks, antes and blinds_or_straddles differ in length")
    if not 2 <= count <= 10:
        raise _Bad("2 to 10 players play a hand")
    labels = ["small_blind", "big_blind", *["straddle"] * (count - 2)]
    labels = ["post" if blind < 0 else label for label, blind in zip(labels, blinds, strict=True)]
    if count == 2:
        antes, blinds, labels = antes[::-1], blinds[::-1], labels[::-1]
    live = [abs(blind) for blind in blinds]
    biggest = max(range(count), key=lambda place: (max(blinds[place], 0), place))
    trimmed = record.get("ante_trimming_status", False)
    dead = [0] * count if trimmed else antes
    return holdem.Setup(
        seats=tuple(range(1, count + 1)),
        stacks=tuple(stacks),
        button=count,
        big_blind=_amount(record.get("min_bet", max(map(abs, blinds))), scale),
        live=tuple(live),
        antes=tuple(antes) if trimmed else (0,) * count,
        dead=tuple(dead),
        opener=(biggest + 1) % count + 1,
        chip=max(1, scale // 100),
        labels=tuple(labels),
        dead_first=sum(1 for ante in dead if ante) > 1,
    )


@dataclass(slots=True)
class _Script:
    """What the actions of a record say: cards known, hands mucked, and the steps to play."""

    holes: list[list[int]]
    board: list[int] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    mucked: list[int] = field(default_factory=list)
    steps: list[tuple[str, list[str]]] = field(default_factory=list)


def _steps(record: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each action as written and its words, without commentary; empty ones left out."""
    actions = record.get("actions")
    for action in actions if isinstance(actions, list) else []:
        words = action.split("#")[0].split() if isinstance(action, str) else ["?"]
        if words:
            yield str(action)[:40], words


def _is_bet(words: Sequence[str]) -> bool:
    return len(words) == 3 and words[1] == "cbr"


def _read(record: Mapping[str, Any], count: int) -> _Script:
    """Read the actions once for the cards, which come later in the record than in our deal."""
    if not isinstance(record.get("actions"), list):
        raise _Bad("actions are missing")
    script = _Script([[] for _ in range(count)])
    for text, words in _steps(record):
        match words:
            case ["d", "dh", player, names]:
                script.holes[_place(text, player, count)] += _cards(text, names)
            case ["d", "db", names]:
                script.board += _cards(text, names)
            case [player, "sm"]:
                script.mucked.append(_place(text, player, count))
            case [player, "sm", "-"]:
                _place(text, player, count)
            case [player, "sm", names]:
                _show(script, text, _place(text, player, count), names)
            case [player, "f"]:
                script.folded.add(_place(text, player, count))
            case [player, "cc"] | [player, "cbr", _]:
                _place(text, player, count)
            case _:
                raise _Bad(f"{text!r}: not an action of this game")
        script.steps.append((text, words))
    return script


def _place(text: str, player: str, count: int) -> int:
    number = player[1:]
    if player[:1] != "p" or not number.isascii() or not number.isdigit():
        raise _Bad(f"{text!r}: not a player")
    if len(number) > 2 or not 1 <= int(number) <= count:
        raise _Bad(f"{text!r}: no such player")
    return int(number) - 1


def _cards(text: str, names: str) -> list[int]:
    """Cards run together, `??` for one nobody saw."""
    try:
        pairs = [names[k : k + 2] for k in range(0, len(names), 2)]
        return [UNKNOWN if pair == "??" else card(pair) for pair in pairs]
    except ValueError as error:
        raise _Bad(f"{text!r}: {error}") from None


def _show(script: _Script, text: str, place: int, names: str) -> None:
    """Cards shown at the end fill in what the deal did not say; `????` is a muck unseen."""
    shown = _cards(text, names)
    known = [card for card in script.holes[place] if card != UNKNOWN]
    if UNKNOWN in shown:
        script.mucked.append(place)
    elif len(shown) != 2 or not set(known) <= set(shown):
        raise _Bad(f"{text!r}: not the cards that were dealt")
    elif UNKNOWN in script.holes[place] or not known:
        script.holes[place] = shown


def _deck(script: _Script) -> tuple[tuple[int, ...], int | None]:
    """A deck that deals the record's cards, and a place whose showdown hand nobody recorded.

    A mucked hand is dealt as unknown, so that it cannot win; of hands that all mucked the last
    one wins, and so does the only one left that did not (TDA 17-B).
    """
    count = len(script.holes)
    left = [place for place in range(count) if place not in script.folded]
    mucked = [place for place in script.mucked if place in left]
    winners = [place for place in left if place not in mucked] or mucked[-1:]
    holes = [[*hole, UNKNOWN, UNKNOWN][:2] for hole in script.holes]
    known = [card for cards in (*script.holes, script.board) for card in cards if card != UNKNOWN]
    if len(set(known)) != len(known):
        raise _Bad("a card is dealt twice")
    if max(map(len, script.holes)) > 2 or len(script.board) > 5:
        raise _Bad("too many cards are dealt")
    rest = [card for card in DECK if card not in known]
    unseen = [place for place in winners if UNKNOWN in holes[place]]
    if len(winners) == 1 and unseen:
        holes[unseen[0]] = [rest.pop(), rest.pop()]
    for place in set(left) - set(winners):
        holes[place] = [UNKNOWN, UNKNOWN]
    board = (script.board + [UNKNOWN] * 5)[:5]
    deck = [hole[0] for hole in holes] + [hole[1] for hole in holes]
    deck += [UNKNOWN, *board[:3], UNKNOWN, board[3], UNKNOWN, board[4]]
    deck += [UNKNOWN] * (len(DECK) - len(deck))
    return tuple(deck), unseen[0] if len(winners) > 1 and unseen else None


def _replay(record: Mapping[str, Any], scale: int) -> list[int]:
    """The finishing stacks; raises _Bad for an illegal act or a hand that does not end."""
    if record.get("variant") != "NT":
        raise _Bad(f"variant {str(record.get('variant'))[:10]!r} is not NT")
    setup = _setup(record, scale)
    script = _read(record, len(setup.seats))
    deck, unseen = _deck(script)
    try:
        round, _ = holdem.start(deck, setup)
    except ValueError as error:
        raise _Bad(str(error)) from None
    dealt = 0
    for text, words in script.steps:
        if words[:2] == ["d", "db"]:
            dealt += len(_cards(text, words[2]))
            if dealt > round.board:
                raise _Bad(f"{text!r}: the betting is not over")
        elif words[1] in ("f", "cc", "cbr"):
            round = _step(round, text, words, dealt, scale)
    _check_end(round, script, unseen)
    return round.stacks


def _step(round: holdem.Round, text: str, words: list[str], dealt: int, scale: int) -> holdem.Round:
    """The round after a player's action; `dealt` board cards have been read so far."""
    seat = int(words[0][1:])
    if holdem.over(round):
        if words[1] == "cc" and dealt < round.board and round.live >> seat - 1 & 1:
            return round  # some records let the last hand check where we no longer ask
        raise _Bad(f"{text!r}: the hand is over")
    if dealt != round.board:
        raise _Bad(f"{text!r}: the board is not dealt")
    try:
        return holdem.play(round, _act(round, seat, words, scale))[0]
    except Refused as refused:
        facts = [
            f"{name} {_told(fact, scale) if isinstance(fact, int) and name != 'seat' else fact}"
            for name, fact in refused.facts.items()
        ]
        raise _Bad(f"{text!r}: {' '.join([refused.reason, *facts])}") from None


def _act(round: holdem.Round, seat: int, words: list[str], scale: int) -> Act:
    """The act that a record's action means; `cbr` to exactly the call is a call."""
    offered = {option.verb: option for option in holdem.options(round, seat)}
    call = offered.get("call", Option(""))
    if words[1] == "f":
        return Act(seat, "fold")
    if words[1] == "cc":
        return Act(seat, "call" if call.verb else "check")
    amount = _amount(words[2], scale)
    if call.verb and amount == call.least:
        return Act(seat, "call")
    return Act(seat, "bet" if "bet" in offered else "raise", amount)


def _check_end(round: holdem.Round, script: _Script, unseen: int | None) -> None:
    if not holdem.over(round):
        raise _Bad(f"unfinished: it is p{holdem.waiting(round)[0]}'s turn")
    if not round.live & round.live - 1:
        return
    if len(script.board) < 5 or UNKNOWN in script.board:
        raise _Bad("unfinished: the board has not five known cards")
    if unseen is not None:
        raise _Bad(f"unfinished: the hand of p{unseen + 1} at the showdown is not recorded")
