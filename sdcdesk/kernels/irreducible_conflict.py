"""Irreducible conflict: requirements that cannot hold together, of which none can be left out."""

from collections.abc import Callable, Sequence


def irreducible_conflict(requirements: Sequence[int], holds: Callable[[list[int]], bool]) -> list[int]:
    """Return requirements that cannot hold together, while those of each smaller part of them can.

    The shortest beginning that does not hold ends with a requirement that is part of a conflict; with this
    one kept, the next is sought in the same way, among those before it. Each takes as many questions as the
    number of requirements can be halved. Chinneck and Dravnieks 1991, by additions.

    Parameters
    ----------
    requirements
        In the order in which they are added.
    holds
        Whether some of them can hold together; those of a part can where all can.

    Returns
    -------
    list[int]
        In the order in which they were found; empty where all can hold.
    """
    if holds(list(requirements)):
        return []
    kept: list[int] = []
    left = list(requirements)
    while not kept or holds(kept):
        # Without any of the rest it holds, and with all of it not.
        good, bad = 0, len(left)
        while bad - good > 1:
            middle = (good + bad) // 2
            if holds([*left[:middle], *kept]):
                good = middle
            else:
                bad = middle
        kept.append(left[bad - 1])
        left = left[: bad - 1]
    return kept
