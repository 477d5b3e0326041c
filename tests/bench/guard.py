"""Guard of the speed: what was measured beside what was kept, in factorizes of the same run."""

from collections.abc import Iterable, Mapping

from tests.bench.measuring import Measured
from tests.bench.page import of_the_yardstick
from tests.bench.work import OURS

GROSS = 3.0
"""So many times slower is a loss that no noise of a machine explains."""

TELLING = 0.05
"""Seconds below which nothing is said: they are noise."""


def losses(found: Iterable[Measured], kept: Mapping[tuple[str, int], Measured]) -> list[str]:
    """Return what became much slower than it was.

    Parameters
    ----------
    found
        What was measured now.
    kept
        What was measured before, by its name and number of records.

    Returns
    -------
    list[str]
        A sentence for each; work that is not among what is kept is silent.
    """
    said = []
    for one in found:
        old = kept.get((one.work, one.records))
        if old is None or one.seconds[OURS] <= TELLING:
            continue
        before, now = of_the_yardstick(old), of_the_yardstick(one)
        if now > GROSS * before:
            said.append(
                f"{one.work}, {one.records:,} records, takes {now:,.0f} factorizes of as many codes, "
                f"and took {before:,.0f}."
            )
    return said
