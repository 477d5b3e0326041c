"""Random numbers: those of a step of a recipe belong to its records, whatever their order."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, overload

import numpy as np

from sdcdesk.core.random import philox
from sdcdesk.core.random.normal_quantile import normal_from_words
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence

LARGEST_SEED = 2**63 - 1
"""Seeds are whole numbers 0…this, so that every project file can hold them; streams, too."""

RANDOMNESS: Final = 2
"""Version of the rule that makes random numbers of a seed; recipes state it.

1: one sequence for each step, drawn record after record (PCG64). 2: each record by itself (`Draws`).
"""

FIRST_STREAM = 1
"""Stream of the first step of a recipe, and of a method that is used without one."""

DENSE = 16
"""Where at least one place in so many has a record, all words between them are drawn.

Measured: a word of a run costs 5 ns, as numpy draws it, and one at a scattered place 300 ns. This bounds the
memory at 128 bytes a record.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """The random numbers of one step of a recipe, in columns of one number a record.

    A number follows from seed, stream, column and record alone (Philox4x64-10, counter-based): not from the
    order or number of the records, nor from other steps, nor from how many threads draw. The record is known
    by the position of its initial record (`Microdata.rows`), which shuffling, splitting, sampling and
    suppression keep. A file that is read in another order has other positions, and so its records other
    numbers.

    Attributes
    ----------
    seed
        Seed of the recipe, 0…2⁶³−1.
    stream
        The step's own number, given once when it was added: moving, removing or switching off other steps
        changes nothing.
    places
        int64 (n,), the position that stands for each initial one, where the initial file is a part of
        another, or records draw alike; None: each stands for itself. What belongs to no record is not moved
        by them (`step_uniform`).

    Raises
    ------
    ParameterError
        Seed or stream is no whole number from 0 to 2⁶³−1.
    """

    seed: int = field(repr=False)
    stream: int = FIRST_STREAM
    places: np.ndarray | None = None

    def __post_init__(self) -> None:
        for name, number in (("seed", self.seed), ("stream", self.stream)):
            if not _fits(number):
                raise ParameterError(
                    sentence(
                        "The {name} of random numbers must be a whole number from 0 to {largest_seed}.",
                        name=name,
                        largest_seed=str(LARGEST_SEED),
                    ),
                    name,
                )

    def words(self, records: np.ndarray, column: int = 0) -> np.ndarray:
        """Return 64 random bits for each record.

        Parameters
        ----------
        records
            int64 (n,), positions of the initial records.
        column
            0, 1, …: each is independent of the others.

        Returns
        -------
        np.ndarray
            uint64 (n,).
        """
        if len(records) == 0:
            return np.zeros(0, np.uint64)
        places = np.asarray(records if self.places is None else self.places[records], np.int64)
        places = places.view(np.uint64)
        first, last = int(places.min()), int(places.max())
        key = int(self.seed), int(self.stream)
        if last - first >= DENSE * len(places):
            return philox.scattered(key, column, places)
        words = philox.run(key, column, first, last - first + 1)
        if len(words) == len(places) and (places[1:] > places[:-1]).all():
            return words
        return words[(places - np.uint64(first)).view(np.int64)]

    def uniform(self, records: np.ndarray, column: int = 0) -> np.ndarray:
        """Return a number for each record, uniform on [0, 1), with 53 bits.

        Parameters
        ----------
        records
            int64 (n,), positions of the initial records.
        column
            0, 1, …: each is independent of the others.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        return as_uniform(self.words(records, column))

    def normal(self, records: np.ndarray, column: int = 0) -> np.ndarray:
        """Return a standard normal number for each record: the quantile of one uniform number.

        Parameters
        ----------
        records
            int64 (n,), positions of the initial records.
        column
            0, 1, …: each is independent of the others.

        Returns
        -------
        np.ndarray
            float64 (n,), within ±8.21; the same to the last digit on every machine.
        """
        return normal_from_words(self.words(records, column))

    def step_uniform(self, number: int, column: int = 0) -> np.ndarray:
        """Return numbers that belong to no record, uniform on [0, 1): the same on a part of a file.

        Parameters
        ----------
        number
            How many; more of them begin with the same.
        column
            0, 1, …: each is independent of the others, also of records, where no record draws from it.

        Returns
        -------
        np.ndarray
            float64 (number,).
        """
        return replace(self, places=None).uniform(np.arange(number), column)

    def step_normal(self, number: int, column: int = 0) -> np.ndarray:
        """Return standard normal numbers that belong to no record; see `step_uniform`.

        Parameters
        ----------
        number
            How many; more of them begin with the same.
        column
            0, 1, …: each is independent of the others, also of records, where no record draws from it.

        Returns
        -------
        np.ndarray
            float64 (number,).
        """
        return replace(self, places=None).normal(np.arange(number), column)

    def order(self, records: np.ndarray, column: int = 0) -> np.ndarray:
        """Return a random order: that of the records' words.

        Parameters
        ----------
        records
            int64 (n,), positions of the initial records.
        column
            0, 1, …: each is independent of the others.

        Returns
        -------
        np.ndarray
            int64 (n,), places in `records`; records with the same word stand in the order of their positions.
        """
        words = self.words(records, column)
        # numpy's plain sort is much faster than `argsort`: the words are sorted with their places as last
        # digits. What these take the room of tells few records from each other.
        bits = np.uint64(max(len(words) - 1, 0).bit_length())
        upper = words >> bits
        both = upper << bits | np.arange(len(words), dtype=np.uint64)
        both.sort()
        order = (both & np.uint64(2 ** int(bits) - 1)).view(np.int64)
        both >>= bits
        equal = both[1:] == both[:-1]
        if equal.any():
            again = np.flatnonzero(np.append(equal, False) | np.append(False, equal))
            those = order[again]
            order[again] = those[np.lexsort((records[those], words[those]))]
        return order

    def smallest(self, records: np.ndarray, number: int, column: int = 0) -> np.ndarray:
        """Return a simple random sample without replacement: the records with the smallest words.

        The samples of two sizes lie one within the other.

        Parameters
        ----------
        records
            int64 (n,), positions of the initial records.
        number
            Size of the sample, 0…n.
        column
            0, 1, …: each is independent of the others.

        Returns
        -------
        np.ndarray
            int64 (number,), places in `records`, ascending.
        """
        if number == 0:
            return np.zeros(0, np.int64)
        words = self.words(records, column)
        limit = np.partition(words, number - 1)[number - 1]
        chosen = words < limit
        # Words are equal once in 2⁶⁴ pairs: then the lower position goes first, whatever the order.
        tied = np.flatnonzero(words == limit)
        tied = tied[np.argsort(records[tied], kind="stable")]
        chosen[tied[: number - np.count_nonzero(chosen)]] = True
        return np.flatnonzero(chosen)


@overload
def as_uniform(words: int) -> float: ...


@overload
def as_uniform(words: np.ndarray) -> np.ndarray: ...


def as_uniform(words: np.ndarray | int) -> np.ndarray | float:
    """Return the numbers that random bits stand for, uniform on [0, 1).

    Parameters
    ----------
    words
        uint64 (n,) of which the upper 53 bits are used, or one of them.

    Returns
    -------
    np.ndarray or float
        float64 (n,), or one number.
    """
    return (words >> 11) * 2.0**-53


def draws_from_seed(seed: Draws | int | None, title: str, used: Mapping[int, int] | None = None) -> Draws:
    """Return the random numbers that a seed stands for.

    Two steps that drew the same numbers would tell them by their difference, and an order of records by the
    numbers of a step before tells those of each record.

    Parameters
    ----------
    seed
        A number stands for those of the first step of a recipe; for those of a further one where it was used.
    title
        Who draws, for the words of an error.
    used
        For seeds of which numbers were drawn before, the last stream.

    Returns
    -------
    Draws
        Those that were given, or made.

    Raises
    ------
    ParameterError
        No seed was given, or something else.
    """
    if seed is None:
        raise ParameterError(sentence("{title} draws random numbers; give it a seed.", title=title), "seed")
    if isinstance(seed, Draws):
        return seed
    first = Draws(seed)
    return replace(first, stream=(used or {}).get(first.seed, first.stream - 1) + 1)


def generator(seed: int, stream: int) -> np.random.Generator:
    """Return a generator for what no record owns, such as sets of variables that a measure draws.

    Parameters
    ----------
    seed
        Seed of the measure.
    stream
        Number of the sequence; each is independent of the others.

    Returns
    -------
    np.random.Generator
        PCG64; the same seed and stream give the same numbers on every machine.
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(stream,))))


def _fits(number: object) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        return False
    return 0 <= int(number) <= LARGEST_SEED
