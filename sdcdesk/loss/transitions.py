"""Transitions of a variable: with which probability each original category became each masked one."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.provenance import Function, Stage
from sdcdesk.core.data.randomisation import Randomisation
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.counting import pair_counts
from sdcdesk.kernels.posteriors import Posterior, posterior

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Source = Literal["unchanged", "recoding", "randomisation", "files"]
"""Where the probabilities come from."""

SOURCES: dict[Source, str] = {
    "unchanged": "Values are as they were",
    "recoding": "Recodings of the recipe",
    "randomisation": "Matrix of the recipe (PRAM)",
    "files": "Shares in the two files",
}


@dataclass(frozen=True, eq=False)
class Transitions:
    """What became of the categories of a variable.

    A missing value is a category of its own in either file, after all others.

    Attributes
    ----------
    name
        The variable.
    source
        See `Source`.
    before, after
        Its codings in both files.
    rows
        int64 (t,), the initial record of each masked one.
    described
        What either file says of it.
    original, masked, probabilities
        Transitions (E,): original and masked category, and the probability P(V′ = j | V = i).
    """

    name: str
    source: Source
    before: Coding
    after: Coding
    rows: np.ndarray
    described: tuple[Variable, Variable]
    original: np.ndarray
    masked: np.ndarray
    probabilities: np.ndarray

    @cached_property
    def frequencies(self) -> np.ndarray:
        """int64 (m + 1,), records of the whole original by category, those with a missing value last."""
        size = len(self.before.categories)
        return np.bincount(_missing_last(self.before.codes, size), minlength=size + 1)

    @cached_property
    def released(self) -> np.ndarray:
        """int64 (k + 1,), records of the masked file by category, those with a missing value last."""
        size = len(self.after.categories)
        return np.bincount(_missing_last(self.after.codes, size), minlength=size + 1)

    @cached_property
    def posterior(self) -> Posterior:
        """P(V = i | V′ = j), from the transitions and the frequencies of the original."""
        return posterior(
            self.original, self.masked, self.probabilities, self.frequencies, len(self.after.categories) + 1
        )

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The different pairs of original and masked category of the masked records, and their counts."""
        return _pairs(self.before, self.after, self.rows)

    @property
    def is_lossless(self) -> bool:
        """Whether everybody who knows the recipe knows each original category from the masked one."""
        known = self.source in ("unchanged", "recoding")
        return known and bool((self.posterior.possible() <= 1).all())

    def refused(self, records: int) -> DataError:
        """Return the error that some records have values which they cannot have by these transitions.

        Parameters
        ----------
        records
            How many.

        Returns
        -------
        DataError
            It names the variable.
        """
        return DataError(
            sentence(
                "{name}: {n} masked record holds a value that the steps of the recipe cannot have made of "
                "the original one; choose the masked file that the recipe gives.",
                "{name}: {n} masked records hold a value that the steps of the recipe cannot have made of "
                "the original one; choose the masked file that the recipe gives.",
                "n",
                name=self.name,
                n=records,
            ),
            self.name,
        )


def transitions(original: Microdata, masked: Microdata, name: str) -> Transitions:
    """Return what became of the categories of a variable, by the recipe where it says it, else by the files.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file, of which it is known which record each one came from.
    name
        A variable of both.

    Returns
    -------
    Transitions
        The probabilities of recodings (0 and 1) and of PRAM; where another step changed values as well, or no
        recipe is known, the shares of the masked records of each original category.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    before, after = original.coding(name), masked.coding(name)
    origin, rows = masked.provenance(name), masked.rows
    described = original.variable(name), masked.variable(name)
    stages = origin.stages if origin is not None and origin.fits(before) else None
    if stages is not None:
        random = any(isinstance(one, Randomisation) for one in stages)
        source: Source = "randomisation" if random else "recoding"
        known = _known(before.categories, stages, after.categories, described[1].missing)
        return Transitions(name, source, before, after, rows, described, *known)
    first, second, counts = _pairs(before, after, rows)
    places = np.append(find_places(before.categories, after.categories), len(after.categories))
    if (places[first] == second).all():
        same = np.flatnonzero(places >= 0)
        kept = np.ones(len(same))
        return Transitions(name, "unchanged", before, after, rows, described, same, places[same], kept)
    shares = counts / np.bincount(first, counts)[first]
    return Transitions(name, "files", before, after, rows, described, first, second, shares)


def _missing_last(codes: np.ndarray, size: int) -> np.ndarray:
    """Return codes with a missing value as one more category, after all others."""
    return np.where(codes < 0, size, codes).astype(np.int64)


def _pairs(before: Coding, after: Coding, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return pair_counts(
        _missing_last(before.codes[rows], len(before.categories)),
        _missing_last(after.codes, len(after.categories)),
    )


def _known(
    categories: pd.Index, stages: tuple[Stage, ...], final: pd.Index, missing: tuple[object, ...]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the transitions that the stages make, one after another."""
    from scipy.sparse import eye_array

    values, matrix = categories, eye_array(len(categories) + 1, format="csr")
    for stage in stages:
        after, step = (
            _randomised(values, stage) if isinstance(stage, Randomisation) else _recoded(values, stage)
        )
        values, matrix = after, matrix @ step
    places = find_places(values.astype(object), final.astype(object))
    # A value that no masked record has is left out, but for the codes of the variable for a missing one.
    places = np.where((places < 0) & values.isin(list(missing)), len(final), places)
    found = matrix.tocoo()
    moved = np.append(places, len(final))[found.col]
    kept = (moved >= 0) & (found.data > 0)
    pairs = found.row[kept].astype(np.int64) * (len(final) + 1) + moved[kept]
    different, where = np.unique(pairs, return_inverse=True)
    return *np.divmod(different, len(final) + 1), np.bincount(where, found.data[kept], len(different))


def _recoded(values: pd.Index, function: Function) -> tuple[pd.Index, "csr_array"]:
    """Return the values that a recoding makes of others, and the step as a matrix of 0 and 1."""
    from scipy.sparse import csr_array

    made = function(pd.Series(values).infer_objects()) if len(values) else pd.Series(values)
    codes, found = pd.factorize(made, use_na_sentinel=True)
    columns = np.append(np.where(codes < 0, len(found), codes), len(found))
    ones = np.ones(len(columns))
    step = csr_array((ones, (np.arange(len(columns)), columns)), (len(columns), len(found) + 1))
    return pd.Index(found), step


def _randomised(values: pd.Index, stage: Randomisation) -> tuple[pd.Index, "csr_array"]:
    """Return the values that a random step makes of others, and its probabilities.

    Values that no record had before the step become nothing.
    """
    from scipy.sparse import csr_array

    rows = find_places(values.astype(object), stage.before.astype(object))
    there = np.flatnonzero(rows >= 0)
    drawn = stage.probabilities[rows[there]]
    place, column = np.nonzero(drawn)
    after = stage.after[stage.after.notna()].unique()
    columns = np.where(stage.after.notna(), find_places(stage.after, after), len(after))
    row, col = np.append(there[place], len(values)), np.append(columns[column], len(after))
    # Entries of one cell add up, as of two new codes for a missing value.
    step = csr_array((np.append(drawn[place, column], 1.0), (row, col)), (len(values) + 1, len(after) + 1))
    return after.infer_objects(), step
