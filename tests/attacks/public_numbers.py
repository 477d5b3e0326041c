"""What stands in public editions, as an attacker reads it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings import Findings

P = 10.0
"""Percent by which every value must stay uncertain."""


def numbers(written: Any, address: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], float]]:
    """Walk through the numbers of a JSON document with their addresses, rows by their first text."""
    if isinstance(written, dict):
        for name, part in written.items():
            yield from numbers(part, (*address, name))
    elif isinstance(written, list):
        for place, part in enumerate(written):
            names = (
                [text for text in part.values() if isinstance(text, str)] if isinstance(part, dict) else []
            )
            yield from numbers(part, (*address, *(names[:1] or [str(place)])))
    elif isinstance(written, int | float) and not isinstance(written, bool):
        yield address, float(written)


Told = Callable[[Findings, Edition], dict[str, float]]
"""Numbers that an edition of findings tells, by their places."""


def best_guess(told: Told, whole: Findings, every: Sequence[tuple[Findings, int]]) -> tuple[float, float]:
    """Return how well the best number tells which way one value went in other editions, 0…1.

    First where everything is told, then in public editions.
    """
    board, public = (
        _informedness(told(whole, edition), [(told(found, edition), way) for found, way in every])
        for edition in (EVERYTHING, WITHHELD)
    )
    return board, public


def _informedness(whole: dict[str, float], every: list[tuple[dict[str, float], int]]) -> float:

    def how_often(address: str, which: int) -> float:
        moves = [one.get(address, whole[address]) - whole[address] for one, way in every if way == which]
        return float(np.mean(np.sign(moves)))

    # What all editions have in common, as that the first one was rounded down, tells nothing.
    return max((abs(how_often(address, 1) - how_often(address, -1)) / 2 for address in whole), default=0.0)


def near(guess: float, truth: float, percent: float = P) -> bool:
    """Return whether a guess comes within so many percent of the truth."""
    return bool(np.isfinite(guess)) and abs(guess - truth) < percent / 100 * abs(truth)


def firms(records: int, largest: float, seed: int = 5) -> Microdata:
    """Return a file with a confidential turnover, whose last record has the largest one."""
    rng = np.random.default_rng(seed)
    turnover = np.round(rng.lognormal(4, 1, records), 2)
    turnover[-1] = largest
    frame = pd.DataFrame(
        {
            "no": np.arange(records),
            "region": rng.choice(["north", "south", "west"], records),
            "staff": rng.integers(1, 60, records).astype(float),
            "turnover": turnover,
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="no", role=Role.IDENTIFIER),
            Variable(name="region", role=Role.KEY),
            Variable(name="staff", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="turnover", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="€"),
        ],
    )
