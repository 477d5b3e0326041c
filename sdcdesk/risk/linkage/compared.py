"""Variables in which an intruder compares records of both files, each with its distance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.mixed_distances import Coordinates, Names, Space, Texts, number, order
from sdcdesk.kernels.moments import deviation
from sdcdesk.risk.linkage import labels, texts
from sdcdesk.risk.linkage.texts import EQUALITY, WRITTEN, SimilarTexts, TextComparison, similar_texts

Ordinal = Literal["metric", "printed"]
"""Distance of ordered categories: places between, or categories with both ends; both ÷ |D(V)|."""

DISTANCES = {
    "number": "difference ÷ standard deviation",
    "metric": "places between ÷ categories",
    "printed": "categories from one to the other ÷ categories",
    "name": "0 if equal, else 1",
    labels.DISTANCE: "share of the other values under the label if it stands for the value, else 1",
    **texts.DISTANCES,
}
"""Distances of single variables in words."""

MISSING = "A value that is missing in both records has distance 0, and one that is missing in one of them 1."
"""What a missing value is to the distance of two records."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedVariable:
    """A variable with its distance.

    Attributes
    ----------
    name
        The variable.
    distance
        Key of `DISTANCES`.
    recoded
        Whether both files are compared at the recoded level.
    values
        Coordinates, names or texts of all records of both files.
    weight
        By which its squared distances are multiplied, from 0; the others have 1.
    """

    name: str
    distance: str
    recoded: bool
    values: Coordinates | Names
    weight: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The variables that both files are compared by.

    Attributes
    ----------
    variables
        In the order in which they were named.
    records
        Numbers of records of the original and of the masked file.
    notes
        What was left out, and why.
    """

    variables: tuple[ComparedVariable, ...]
    records: tuple[int, int]
    notes: tuple[Sentence, ...]

    def beside(self, others: "Compared") -> "Compared":
        """Return these variables and others of the same files.

        Parameters
        ----------
        others
            Variables that are not among these.

        Returns
        -------
        Compared
            Without notes.
        """
        return Compared((*self.variables, *others.variables), self.records, ())

    def weighted(self, weights: Mapping[str, float]) -> "Compared":
        """Return the same variables with other weights.

        Parameters
        ----------
        weights
            From 0; of those that it does not name 1.

        Returns
        -------
        Compared
            The same values.
        """
        variables = tuple(replace(one, weight=weights.get(one.name, 1.0)) for one in self.variables)
        return replace(self, variables=variables)

    def space(self, names: Sequence[str] | None = None) -> Space:
        """Return the space of some of the variables, or of all.

        Parameters
        ----------
        names
            The variables; None: all.

        Returns
        -------
        Space
            Those of them that can be compared, and have a weight above 0.
        """
        chosen = [one for one in self.variables if names is None or one.name in names]
        values = [
            one.values if one.weight == 1 else one.values.weighted(one.weight) for one in chosen if one.weight
        ]
        return Space(
            tuple(one for one in values if isinstance(one, Coordinates)),
            tuple(one for one in values if isinstance(one, Names) and not isinstance(one, Texts)),
            self.records,
            tuple(one for one in values if isinstance(one, Texts)),
        )


def compared(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    ordinal: Ordinal,
    *,
    all_needed: bool,
    as_texts: TextComparison = EQUALITY,
    progress: Progress = SILENT,
) -> Compared:
    """Bring variables of both files to values between which there is a distance.

    Parameters
    ----------
    original, masked
        Both files.
    names
        Variables of the original.
    ordinal
        Distance of ordered categories.
    all_needed
        Whether a variable that cannot be compared is an error, and not only left out.
    as_texts
        Which of the variables are compared as texts.
    progress
        Receives how far the work is.

    Returns
    -------
    Compared
        The variables with what was left out.

    Raises
    ------
    DataError
        A variable that is needed holds values outside the categories of the original, or numbers that
        arithmetic would spoil; or texts that are too many or too long.
    """
    found, notes = [], []
    absent = [name for name in names if name not in masked]
    if absent:
        words = "Not in the masked file, so that nothing is linked by it: {names}."
        notes.append(sentence(words, names=", ".join(absent)))
    for name, part in progress.over([name for name in names if name not in absent], "Comparing values"):
        try:
            variable = _variable(original, masked, name, ordinal, as_texts, part)
        except DataError as error:
            if all_needed:
                raise
            notes.append(sentence("Left out: {why}", why=error.message))
            continue
        if variable is None:
            words = "Left out, as the original has no two different values of it: {name}."
            notes.append(sentence(words, name=name))
        else:
            found.append(variable)
    if any(one.distance in texts.DISTANCES for one in found):
        notes.append(plain(WRITTEN))
    return Compared(tuple(found), (len(original), len(masked)), tuple(notes))


def _variable(
    original: Microdata,
    masked: Microdata,
    name: str,
    ordinal: Ordinal,
    as_texts: TextComparison,
    progress: Progress,
) -> ComparedVariable | None:
    """Return a variable; None for numbers without a standard deviation."""
    if is_numeric(original, name) and is_numeric(masked, name):
        before, after = original.numbers(name), masked.numbers(name)
        spread = deviation(before)
        if not spread > 0:
            return None
        return ComparedVariable(name, "number", False, number(before, after, spread))
    labelled = labels.find_labelled_values(original, masked, name)
    if labelled is not None:
        values = Texts(labelled.first, labelled.second, squares=labelled.squares)
        return ComparedVariable(name, labels.DISTANCE, False, values)
    level = comparison_level(original, masked, name)
    before = level.before(original.coding(name).codes).astype(np.int64)
    after = level.after(masked.coding(name).codes).astype(np.int64)
    if level.scale is not Scale.NOMINAL:
        refuse_outside(name, int((after >= level.domain).sum()))
    if level.scale is Scale.ORDINAL:
        places = order(before, after, max(level.domain, 1), both_ends=ordinal == "printed")
        return ComparedVariable(name, ordinal, level.recoded, places)
    if name in as_texts.names and not level.recoded:
        alike = similar_texts(name, level, (before, after), as_texts.comparator, progress.at)
        return ComparedVariable(name, as_texts.comparator, False, _texts(alike))
    return ComparedVariable(name, "name", level.recoded, Names(before, after))


def _texts(alike: SimilarTexts) -> Texts:
    """Return texts with the distance 1 − similarity; that of a missing one is 0 or 1."""
    squares = np.ones([size + 1 for size in alike.similarities.shape])
    squares[:-1, :-1] = (1 - alike.similarities) ** 2
    squares[-1, -1] = 0
    return Texts(alike.first, alike.second, squares=squares)


def refuse_outside(name: str, outside: int) -> None:
    """Raise `DataError` if masked records hold values that have no place among those of the original.

    Parameters
    ----------
    name
        The variable.
    outside
        How many masked records do.

    Raises
    ------
    DataError
        There is one.
    """
    if outside:
        raise DataError(
            sentence(
                "{name}: {n} masked record holds a value that is none of the original's, so that it has no "
                "distance from them; declare it missing or among the categories, or use a recipe that knows "
                "the recoding.",
                "{name}: {n} masked records hold a value that is none of the original's, so that it has no "
                "distance from them; declare it missing or among the categories, or use a recipe that knows "
                "the recoding.",
                "n",
                name=name,
                n=outside,
            ),
            name,
        )
