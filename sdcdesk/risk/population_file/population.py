"""Population of a supplied file: how many people there are of each combination of key values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import records_named
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.input_file import read_input
from sdcdesk.risk.population_file.margins import fitted_counts

Holds = Literal["people", "counts", "margins"]
"""What a row of the file is: a person, a combination of key values with its number of people, or a cell of a
margin, in which keys without a value are added up over all of theirs."""


Start = Literal["uniform", "sample"]
"""From what numbers are fitted to margins: as many people of every key, or the released records of each."""


@dataclass(frozen=True, slots=True)
class SuppliedPopulation:
    """The file with the people of a population, and how it is read.

    Attributes
    ----------
    file
        The file that was chosen.
    holds
        What its rows are.
    count
        The column with the numbers of people, where rows are not people.
    start
        From what numbers are fitted to margins.
    """

    file: InputFile
    holds: Holds
    count: str
    start: Start


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """People by their key values.

    Attributes
    ----------
    name
        Of the file.
    keys
        Values of each key in every row.
    people
        (m,) people of each row: int64 where they are counted, float64 where fitted to margins.
    """

    name: str
    keys: Mapping[str, Coding]
    people: np.ndarray

    @property
    def estimated(self) -> bool:
        """Whether the numbers are fitted to margins."""
        return self.people.dtype.kind == "f"


def read_population(
    supplied: SuppliedPopulation,
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    progress: Progress,
) -> Population:
    """Read a population file.

    Parameters
    ----------
    supplied
        The file, and what it holds.
    original
        The initial file, whose missing codes hold for the keys of the population too.
    masked
        The masked file, from whose records numbers may be fitted to margins.
    names
        The keys that it must have.
    progress
        Receives how far the reading is.

    Returns
    -------
    Population
        Rows without people are left out.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        It has changed since it was chosen, lacks a key or the counts, or these are no numbers of people;
        margins contradict each other, or leave a key out.
    """
    file, holds, count = supplied.file, supplied.holds, supplied.count
    known = [Variable(name=name, missing=original.variable(name).missing) for name in names]
    data = read_input(file, "population", variables=known, progress=progress.part(0.0, 0.8))
    lacking = [name for name in names if name not in data]
    if lacking:
        words = (
            "The population file {name} lacks {lacking}; it must have every key variable of the released "
            "file, under the same name."
        )
        raise DataError(sentence(words, name=file.name, lacking=", ".join(lacking)), "population")
    keys: Mapping[str, Coding] = {name: data.coding(name) for name in names}
    ones = np.ones(len(data), dtype=np.int64)
    people = ones if holds == "people" else _counts(data, file, count, whole=holds == "counts")
    if not people.any():
        raise DataError(
            sentence("The population file {name} holds nobody; choose another.", name=file.name), "population"
        )
    if holds == "margins":
        sample = _sample(original, masked, keys) if supplied.start == "sample" else None
        keys, people = fitted_counts(keys, people, file.name, sample, progress.part(0.8, 1.0))
        return Population(file.name, keys, people)
    some = np.flatnonzero(people)
    return Population(file.name, {name: key.take(some) for name, key in keys.items()}, people[some])


def _sample(original: Microdata, masked: Microdata, keys: Mapping[str, Coding]) -> dict[str, Coding]:
    """Return the keys of the released records, with their initial values where the population has these."""
    sample = {}
    for name, theirs in keys.items():
        initial = original.coding(name).take(masked.rows)
        there = np.unique(initial.codes[initial.codes != MISSING])
        known = find_places(initial.categories.take(there), theirs.categories) >= 0
        sample[name] = initial if known.all() else masked.coding(name)
    return sample


def _counts(data: Microdata, file: InputFile, count: str, *, whole: bool) -> np.ndarray:
    """Return the number of people of each row, whole numbers as int64."""
    if count not in data:
        words = (
            "The population file {file} has no column {count} with numbers of people; name the column "
            "that holds them."
        )
        if not count:
            words = (
                "The population file {file} has no column without a name with numbers of people; name the "
                "column that holds them."
            )
        raise DataError(sentence(words, file=file.name, count=count), "count")
    numbers = data.numbers(count)
    wrong = ~(numbers >= 0) | ((numbers != np.floor(numbers)) if whole else False)
    if wrong.any():
        places = np.flatnonzero(wrong)
        raise DataError(
            sentence(
                "The population file {file} holds in {n} row no number of people ({which}); correct its "
                "column {count}.",
                "The population file {file} holds in {n} rows no number of people ({which}); correct its "
                "column {count}.",
                "n",
                file=file.name,
                n=len(places),
                which=records_named(places),
                count=count,
            ),
            "count",
        )
    return numbers.astype(np.int64) if whole else numbers
