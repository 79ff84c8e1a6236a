"""A round at a house table: the deal, the choices, the clock, the settlement, the void.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from contextlib import suppress

from bot import warden
from bot.bank import bets
from bot.bank.hands import best
from bot.bank.state import GAMES, RESULTS, Draft, Result, State, staked
from bot.state import Command, Move, Rest, Timer
from bot.terms import SECOND
from games import shuffle
from games.cards import cards
from games.play import EVERYONE, Act, Refused, taken
from storage import tally

CLOCKS = ("close", "amber", "street")
"""The timers that a pause stops."""


def close_window(draft: Draft, seed: bytes) -> None:
    """Bets are closed: deal what was laid, or open them once more, or let the table sleep."""
    state = draft.state
    bets.shut_window(state)
    laid = {
        seat: state.players[seat].bets for seat, player in state.players.items() if player.steps
    }
    for seat, player in state.players.items():
        draft.change(seat, idle=0 if player.steps else player.idle + 1)
    if laid:
        state.quiet = 0
        _deal(draft, laid, seed)
        return
    state.quiet += 1
    state.turn += 1
    if state.quiet < bets.IDLE:
        bets.open_window(draft)
    else:
        state.quiet = 0
        draft.say("asleep")


def _stand_up_idle(draft: Draft) -> None:
    """Who only watches others play gives the seat up; while nobody plays everyone keeps theirs."""
    for seat, player in list(draft.state.players.items()):
        if player.idle >= bets.IDLE:
            draft.say("stood_up_idle", seat)
            draft.state.stand_up(seat)


def _deal(draft: Draft, laid: dict[int, tuple[tuple[str, int], ...]], seed: bytes) -> None:
    state = draft.state
    state.playing, state.began, state.log = True, draft.at, ()
    state.turn += 1
    for seat, made in laid.items():
        draft.change(seat, last=made, ready=False, silent="")
    draft.say("round_began", amount=state.began)
    _stand_up_idle(draft)
    state.dealt = {seat: state.players[seat][:2] for seat in laid}
    deck = shuffle.deck(seed, GAMES[state.game].cards)
    state.round, events = state.rules.start(deck, state.setup(laid))
    state.put, state.made = dict(state.rules.staked(state.round)), {}
    draft.tell(events)
    carry_on(draft)


def act(draft: Draft, command: Command) -> None:
    """Choose for one's hand: `word` is a verb and, where there are several, which hand or cards.

    "house" takes what silence means; `hand` and `turn` of 0 mean whatever is on now.
    """
    state = draft.state
    seat = bets.seat_or_refuse(state, command.person)
    if command.hand and (command.hand, command.turn) != (state.hand, state.turn):
        raise Refused("stale")
    if state.paused:
        raise Refused("paused")
    if not state.playing:
        raise Refused("bank.no_round")
    if not state.dealt_in(seat):
        raise Refused("not_in_hand")
    if seat not in state.rules.waiting(state.round):
        raise Refused("banked.chosen_already")
    _play(draft, _meant(state, seat, command.word))
    draft.change(seat, silent="")
    carry_on(draft)


def _meant(state: State, seat: int, word: str) -> Act:
    """The act that was meant; without a hand or cards, the first there are to choose for."""
    verb, _, choice = word.partition(" ")
    options = state.rules.options(state.round, seat)
    if verb == "house":
        if choice or all(option.verb != "set" for option in options):
            raise Refused("no_such_act", verb=verb)
        return state.rules.default(state.round, seat)
    raises = [option.verb for option in options if option.verb.removeprefix("play").isdecimal()]
    if verb == "play" and raises:
        # As typed: "play" is the largest there is, "play 2" the one of twice the Ante.
        return Act(seat, f"play{choice}" if choice else raises[0])
    meant = [option for option in options if option.verb == verb and option.choices]
    if not choice:
        choice = meant[0].choices[0] if meant else ""
    return Act(seat, verb, 0, _written(choice, meant[0].choices if meant else ()))


def _written(choice: str, choices: tuple[str, ...]) -> str:
    """The choice as the game writes it: people name cards in any order."""
    with suppress(ValueError):
        named = set(cards(choice))
        return next((one for one in choices if set(cards(one)) == named), choice)
    return choice


def _play(draft: Draft, chosen: Act, prefix: str = "") -> None:
    """Play one act and stake what it costs; with a prefix its first event says who chose."""
    state = draft.state
    street = _street(state)
    options = state.rules.options(state.round, chosen.seat)
    state.round, events = state.rules.play(state.round, chosen)
    # Asked for after the game, whose refusals say more; what it lets through, an option has.
    if cost := taken(options, chosen).cost:
        state.put[chosen.seat] += cost
        entries = {draft.wallet(chosen.seat): -cost, state.escrow: cost}
        draft.moves.append(Move("play", entries))
    if events[0].to != EVERYONE:
        # What was chosen is its owner's alone; that it was, is everybody's.
        draft.say(f"{chosen.verb}_for" if prefix else chosen.verb, chosen.seat)
    if prefix:
        events[0] = events[0]._replace(kind=prefix + events[0].kind)
    draft.tell(events)
    if _street(state) != street:
        state.turn += 1
        state.timers.pop("street", None)


def _street(state: State) -> str:
    return state.rules.look(state.round, None).street


def carry_on(draft: Draft) -> None:
    """Choose for who has left, settle a round that is over, start the clock of a street."""
    state = draft.state
    while state.playing and not state.paused:
        if state.rules.over(state.round):
            _settle(draft)
            return
        waiting = state.rules.waiting(state.round)
        gone = [seat for seat in waiting if state.players[seat].gone]
        if not gone:
            length = state.terms.street * SECOND
            timer = Timer(draft.at + length, f"{state.hand}.{state.turn}")
            state.timers.setdefault("street", timer)
            return
        _choose_for(draft, gone[0])


def _choose_for(draft: Draft, seat: int) -> None:
    """What silence means for a seat, once, and told."""
    state = draft.state
    chosen = state.rules.default(state.round, seat)
    _play(draft, chosen, "silent_")
    gone = "gone_" if state.players[seat].gone else ""
    draft.change(seat, silent=gone + chosen.verb)


def silence(draft: Draft) -> None:
    """The street's clock ran out: everyone who has not chosen is chosen for."""
    state = draft.state
    state.timers.pop("street", None)
    turn = state.turn
    for seat in state.rules.waiting(state.round):
        while state.turn == turn and seat in state.rules.waiting(state.round):
            _choose_for(draft, seat)
    carry_on(draft)


def _settle(draft: Draft) -> None:
    """Every bet is decided: one move takes the escrow to wallets and house."""
    state = draft.state
    state.timers.pop("street", None)
    results = state.made = state.rules.results(state.round)
    entries = {state.escrow: -sum(state.put.values())}
    back = 0
    for seat, made in results.items():
        if given := sum(bet.back for bet in made):
            entries[draft.wallet(seat)] = given
            back += given
    house = -sum(entries.values())
    if house:
        entries[f"house:{state.community}"] = house
    draft.moves.append(Move("settle", entries))
    _note_results(draft)
    state.playing = False
    state.hand += 1
    state.turn += 1
    for seat in results:
        draft.change(seat, steps=(), bets=(), idle=0)
    _after_round(draft)


def _note_results(draft: Draft) -> None:
    """Add the round to what each person has played, and to the table's last results."""
    state = draft.state
    view = state.rules.look(state.round, None)
    got = {seat: sum(bet.back for bet in made) for seat, made in state.made.items()}
    for seat, (worth, hand) in best(view, state.made).items():
        person, put = state.players[seat].person, state.put[seat]
        played = tally.Tally(state.community, person, state.game, 1, put, got[seat], worth, hand)
        draft.records.append(tally.add(played))
    dealer = view.dealer[0]
    put_in, given = sum(state.put.values()), sum(got.values())
    result = Result(state.began, len(got), put_in, given, dealer.name, dealer.ranks)
    state.results = (*state.results, result)[-RESULTS:]


def _after_round(draft: Draft) -> None:
    """Who leaves goes, then the table closes, or bets are open again."""
    state = draft.state
    for seat, player in list(state.players.items()):
        if player.leaving:
            draft.say(player.leaving, seat)
            state.stand_up(seat)
    if state.closing:
        close(draft)
    elif state.players and not state.paused:
        bets.open_window(draft)


def rest(draft: Draft, until: Rest) -> None:
    """Quiet hours: bets that are laid go back, and none are taken until the hours are over."""
    state = draft.state
    if state.playing or state.closed:
        return
    bets.shut_window(state)
    state.frozen = {}
    if state.rest == until:
        return
    for seat in list(state.players):
        take_back(draft, seat)
        draft.change(seat, ready=False)
    state.rest, state.quiet = until, 0
    state.timers["rest"] = Timer(until.until)
    draft.say("resting", note=until.clock)


def wake_up(draft: Draft) -> None:
    """Quiet hours are over: bets are open again, from the first one."""
    draft.state.rest = None
    draft.state.timers.pop("rest", None)
    draft.say("rested")


def close(draft: Draft, why: str = "closed") -> None:
    """Close the table for good; bets that are laid go back. `why`: closed or closed_idle."""
    state = draft.state
    for seat in list(state.players):
        take_back(draft, seat)
    state.players, state.seats = {}, {}
    state.timers, state.frozen = {}, {}
    state.closed = True
    draft.notices.append(draft.say(why, amount=state.stay))


def take_back(draft: Draft, seat: int) -> None:
    """Give a seat's bets back before they are dealt."""
    bets.move_stakes(draft, seat, draft.state.players[seat].bets, ())
    draft.change(seat, steps=(), bets=())


def stakes(state: State) -> dict[int, int]:
    """What each seat has in the escrow."""
    if state.playing:
        return dict(state.put)
    laid = {
        seat: state.players[seat].bets for seat, player in state.players.items() if player.steps
    }
    return {seat: staked(state.spots, made) for seat, made in laid.items()}


def void(draft: Draft, why: str, timer: str = "", who: str = "") -> None:
    """Give every stake back and say why; the round means nothing.

    After `failed` the table waits for its host, for what failed would fail again at once; `timer`
    is the one that did, if any. `who` called the round off, where somebody did.
    """
    state = draft.state
    lay = stakes(state)
    for seat, amount in lay.items():
        entries = {state.escrow: -amount, draft.wallet(seat): amount}
        draft.moves.append(Move("void", entries))
    for escrow, accounts in state.stray.items():
        entries = {escrow: -sum(accounts.values()), **accounts}
        draft.moves.append(Move("void", entries))
    if lay or state.stray or state.playing:
        began = state.began if state.playing else draft.at
        kind = "round_cancelled" if who else "round_voided"
        draft.notices.append(draft.say(kind, amount=began, note=why, who=who))
    for seat in lay:
        draft.change(seat, steps=(), bets=(), ready=False)
    state.stray, state.dealt, state.put, state.made = {}, {}, {}, {}
    state.playing, state.round, state.voided = False, None, True
    state.timers.pop(timer, None)
    warden.drop_clocks(state, CLOCKS)
    state.hand += 1
    state.turn += 1
    if why == "failed":
        state.paused = True
        draft.notices.append(draft.say("paused_trouble"))
    _after_round(draft)


def clock_again(draft: Draft) -> None:
    """After a restart every clock starts afresh, as if no time had passed."""
    state = draft.state
    if "close" in state.timers:
        bets.open_window(draft)
    if timer := state.timers.get("street"):
        state.timers["street"] = timer._replace(due=draft.at + state.terms.street * SECOND)
