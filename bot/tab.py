"""The least number of payments that settles a night on the tab. Croupier moves no money."""

from __future__ import annotations

from collections.abc import Mapping

EXACT = 14
"""Up to so many people with something to settle the number of payments is the least possible."""


def payments(nets: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """(who pays, who receives, amount) such that everyone ends with their net.

    `nets` are hundredths and sum to zero: what a person took minus what they brought. Each group
    that balances by itself costs one payment less, so the people are split into as many such
    groups as possible; beyond `EXACT` people only pairs that cancel are looked for.
    """
    people = sorted(person for person, net in nets.items() if net)
    if sum(nets.values()):
        raise ValueError("the nets do not sum to zero")
    paid: list[tuple[str, str, int]] = []
    for group in _groups(people, nets) if len(people) <= EXACT else _pairs(people, nets):
        paid += _within(group, nets)
    return paid


def _groups(people: list[str], nets: Mapping[str, int]) -> list[list[str]]:
    """A split into the most groups that each sum to zero.

    Over all orders of adding people one by one, the most often a running sum can touch zero; the
    set of people added so far decides the sum, so each set is looked at once.
    """
    size = 1 << len(people)
    sums = [0] * size
    most = [0] * size
    last = [0] * size
    for chosen in range(1, size):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + nets[people[low.bit_length() - 1]]
        without = [chosen ^ (1 << i) for i in range(len(people)) if chosen >> i & 1]
        last[chosen] = max(without, key=most.__getitem__)
        most[chosen] = most[last[chosen]] + (sums[chosen] == 0)
    groups: list[list[str]] = []
    chosen = size - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(people[(chosen ^ last[chosen]).bit_length() - 1])
        chosen = last[chosen]
    return groups


def _pairs(people: list[str], nets: Mapping[str, int]) -> list[list[str]]:
    """Pairs that cancel, and one group of everybody else."""
    groups: list[list[str]] = []
    rest: list[str] = []
    for person in people:
        match = next((other for other in rest if nets[other] == -nets[person]), None)
        if match is None:
            rest.append(person)
        else:
            rest.remove(match)
            groups.append([match, person])
    return [*groups, rest] if rest else groups


def _within(group: list[str], nets: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Settle a group in one payment less than it has people: the largest pays the largest."""
    payers = sorted((nets[person], person) for person in group if nets[person] < 0)
    takers = sorted((-nets[person], person) for person in group if nets[person] > 0)
    paid = []
    while payers:
        (owes, payer), (gets, taker) = payers.pop(0), takers.pop(0)
        amount = min(-owes, -gets)
        paid.append((payer, taker, amount))
        if owes + amount:
            payers.insert(0, (owes + amount, payer))
        if gets + amount:
            takers.insert(0, (gets + amount, taker))
    return paid
