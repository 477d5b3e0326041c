"""Changes that lessen the loss of groups: records that move, that change places, and groups that dissolve."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.grouping.group_state import NOTHING, Changes, Groups

WORTH_EXCHANGING = 2.5
"""Exchanges are tried where the other mean is at most so much farther (squared) than the own one."""

LARGEST_DISSOLVED = 5
"""Groups of more records are not dissolved: there is hardly ever room for each of them beside."""

NOISE = 1e-12
"""Share of the distances compared below which a saving may be a matter of rounding."""


def moves(groups: Groups, records: np.ndarray, beside: np.ndarray, there: np.ndarray, k: int) -> Changes:
    """Return the records that are better off in another group, where theirs keeps k and that stays below 2k.

    Parameters
    ----------
    groups
        As they are.
    records
        int64 (m,), the records that may move.
    beside
        int64 (m,), for each a group to which it may go, not its own.
    there
        float64 (m,), its squared distance from the mean of that group.
    k
        Smallest size of a group.

    Returns
    -------
    Changes
        One record each.
    """
    own = groups.labels[records]
    can = (groups.sizes[own] > k) & (groups.sizes[beside] < 2 * k - 1)
    records, own, beside = records[can], own[can], beside[can]
    a, b = groups.sizes[own], groups.sizes[beside]
    leaving = groups.losses[records] * (a / (a - 1))
    joining = there[can] * (b / (b + 1))
    return _saving(leaving, joining, records[:, np.newaxis], beside[:, np.newaxis])


def exchanges(groups: Groups, records: np.ndarray, beside: np.ndarray, there: np.ndarray) -> Changes:
    """Return for each record the member of another group with which to change places saves most.

    Parameters
    ----------
    groups
        As they are.
    records
        int64 (m,), the records that may go.
    beside
        int64 (m,), for each a group to which it may go, not its own.
    there
        float64 (m,), its squared distance from the mean of that group.

    Returns
    -------
    Changes
        Two records each.
    """
    near = there < WORTH_EXCHANGING * groups.losses[records]
    records, beside, there = records[near], beside[near], there[near]
    own = groups.labels[records]
    share = 1 / groups.sizes[own] + 1 / groups.sizes[beside]
    partner = _partner(groups, records, beside, share)
    useful = np.flatnonzero(partner != NOTHING)
    records, beside, own, partner = records[useful], beside[useful], own[useful], partner[useful]
    apart = share[useful] * groups.between(records, partner)
    before = groups.losses[records] + groups.losses[partner] + apart
    after = there[useful] + groups.apart(partner, own)
    return _saving(before, after, np.stack([records, partner], axis=1), np.stack([beside, own], axis=1))


def _partner(groups: Groups, records: np.ndarray, beside: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Return the member of another group whose exchange for each record saves most; `NOTHING`: none saves.

    An exchange by which group A gains g and group B loses it saves g · (2 (mean of A − mean of B) + share g).
    """
    own = np.take(groups.matrix, records, axis=0)
    gap = np.take(groups.means, groups.labels[records], axis=0) - np.take(groups.means, beside, axis=0)
    gap *= 2
    most = np.zeros(len(records))
    partner = np.full(len(records), NOTHING)
    for place in range(int(groups.sizes[beside].max(initial=0))):
        others = groups.members[beside, place]
        gained = np.take(groups.matrix, others, axis=0) - own
        saved = np.einsum("ij,ij->i", gained, gap + share[:, np.newaxis] * gained)
        better = np.flatnonzero((saved > most) & (others != NOTHING))
        most[better] = saved[better]
        partner[better] = others[better]
    return partner


def dissolutions(groups: Groups, chosen: np.ndarray, beside: np.ndarray, k: int) -> Changes:
    """Return groups of k records whose records are better off in different groups around.

    Parameters
    ----------
    groups
        As they are.
    chosen
        int64 (c,), groups that may be dissolved.
    beside
        int64 (n, q), for each record the groups to which it may go; `NOTHING` where fewer.
    k
        Smallest size of a group.

    Returns
    -------
    Changes
        k records each; none where k is above 5.
    """
    chosen = chosen[groups.sizes[chosen] == k] if k <= LARGEST_DISSOLVED else chosen[:0]
    members = groups.members[chosen, :k]
    options = np.take(beside, members, axis=0).reshape(len(chosen), k * beside.shape[1])
    who = np.repeat(np.arange(k), beside.shape[1])
    sizes = np.take(groups.sizes, options)
    cost = groups.apart(np.repeat(members, beside.shape[1]), options.ravel()).reshape(options.shape)
    cost *= sizes
    cost /= sizes + 1
    closed = (sizes == 0) | (sizes >= 2 * k - 1) | (options == chosen[:, np.newaxis]) | (options == NOTHING)
    cost[closed] = np.inf
    before = groups.losses[members].sum(axis=1)
    # Most would be worse off even if each record had the best place of its own.
    some = np.flatnonzero(cost.reshape(*members.shape, beside.shape[1]).min(axis=2).sum(axis=1) <= before)
    cost, options, members, before = cost[some], options[some], members[some], before[some]
    every = np.arange(len(some))
    targets, total = np.full(members.shape, NOTHING), np.zeros(len(some))
    for _ in range(k):
        # The cheapest place of all that are left; its record and its group are settled then.
        best = cost.argmin(axis=1)
        total += cost[every, best]
        settled = options[every, best]
        targets[every, who[best]] = settled
        cost[(who == who[best][:, np.newaxis]) | (options == settled[:, np.newaxis])] = np.inf
    return _saving(before, total, members, targets)


def together(parts: Sequence[Changes]) -> Changes:
    """Return several lists of changes as one.

    Parameters
    ----------
    parts
        At least one.

    Returns
    -------
    Changes
        As wide as the widest of them.
    """
    width = max(part.records.shape[1] for part in parts)

    def widened(part: np.ndarray) -> np.ndarray:
        return np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=NOTHING)

    return Changes(
        np.concatenate([part.savings for part in parts]),
        np.concatenate([widened(part.records) for part in parts]),
        np.concatenate([widened(part.targets) for part in parts]),
    )


def _saving(before: np.ndarray, after: np.ndarray, records: np.ndarray, targets: np.ndarray) -> Changes:
    """Return those changes whose saving is more than rounding noise."""
    better = before - after > NOISE * before
    return Changes((before - after)[better], records[better], targets[better])
