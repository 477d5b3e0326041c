"""Shapes of the projects in which turns are watched: many records, and many variables."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from sdcdesk.core.data.variable import Role
from sdcdesk.document.opened import Opened
from sdcdesk.io import ReadOptions
from tests.bench.people import AMOUNTS, KEYS, census


@dataclass(frozen=True)
class Shape:
    """A shape of files.

    Attributes
    ----------
    name
        What there is much of.
    limit
        Milliseconds of the processor that a turn may take.
    frame
        Makes the records, smaller by a factor where that is asked for.
    keys
        Names of the key variables.
    """

    name: str
    limit: float
    frame: Callable[[int], pd.DataFrame]
    keys: tuple[str, ...]

    def save(self, folder: Path, smaller: int = 1) -> Path:
        """Save a project over such a file, with a scenario and without a step.

        Parameters
        ----------
        folder
            Takes both files.
        smaller
            Divides the size.

        Returns
        -------
        Path
            The project.
        """
        path = folder / "people.csv"
        pyarrow.csv.write_csv(pa.Table.from_pandas(self.frame(smaller), preserve_index=False), path)
        made = Opened.from_data(path, ReadOptions()).project
        variables = tuple(
            one.changed(role=Role.KEY if one.name in self.keys else Role.OTHER) for one in made.variables
        )
        made.changed(variables=variables).with_default_scenario().save(path.with_suffix(".sdcdesk"))
        return path.with_suffix(".sdcdesk")


def _people(smaller: int) -> pd.DataFrame:
    return census(1_000_000 // smaller)[[*KEYS, *AMOUNTS]]


WORDS = {"income": 1000, "answer": 5, "amount": 1000, "note": 300}


def _questions(smaller: int) -> pd.DataFrame:
    rng = np.random.default_rng(1)
    names = (*WORDS,) * (10_000 // smaller // len(WORDS))
    return pd.DataFrame({f"{name} {n}": rng.integers(0, WORDS[name], 5) for n, name in enumerate(names)})


SHAPES = (
    Shape("1,000,000 records", 100.0, _people, KEYS),
    Shape("10,000 variables", 200.0, _questions, ("answer 1", "amount 2", "income 4")),
)
