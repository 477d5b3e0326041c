"""Guard of the speed: what was measured beside what was kept, in factorizes of the same run."""

from collections.abc import Iterable, Mapping

from tests.bench.measuring import Measured
from tests.bench.page import OURS, of_the_yardstick

GROSS = 3.0
"""So many times slower is a loss that no noise of a machine explains."""

TELLING = 0.05
"""Seconds below which nothing is said: they are noise."""


def losses(found: Iterable[Measured], kept: Mapping[tuple[str, int], float]) -> list[str]:
    """Return what became much slower than it was.

    Parameters
    ----------
    found
        What was measured now.
    kept
        Factorizes that the same work took, by its name and number of records.

    Returns
    -------
    list[str]
        A sentence for each; work that is not among what is kept is silent.
    """
    said = []
    for one in found:
        before, now = kept.get((one.work, one.records)), of_the_yardstick(one)
        if before and now > GROSS * before and one.seconds[OURS] > TELLING:
            said.append(
                f"{one.work}, {one.records:,} records, takes {now:,.0f} factorizes of as many codes, "
                f"and took {before:,.0f}."
            )
    return said
