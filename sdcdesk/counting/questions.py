"""Questions of counting: what a measure may ask of the key values of a file, or of a file and its original.

Answers are small, whatever the file: histograms, or groups some at a time. Arrays with an entry for each
record are there only where records are in memory, for what cannot be defined without them.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import (
    CrossedSizes,
    GroupedValues,
    KeyCombinations,
    SizeHistogram,
    WeightedSizes,
)
from sdcdesk.counting.frequencies import RecordSizes
from sdcdesk.counting.missing_keys import Missing


class CountedFile(Protocol):
    """A file that an engine counts where it is, by whatever keys.

    Attributes
    ----------
    described
        Its variables, without records.
    """

    @property
    def described(self) -> Microdata:
        """Its variables, without records."""

    def counting(self, keys: Sequence[str], missing: Missing) -> "Counting":
        """Return what answers questions about keys.

        Parameters
        ----------
        keys
            Variables of the file; at least one.
        missing
            What a missing key value matches.

        Returns
        -------
        Counting
            Nothing is counted yet.

        Raises
        ------
        DataError
            The engine cannot count by these keys.
        """


class Counting(Protocol):
    """A file, or an original and its masked file, with the keys and what a missing key value matches.

    Attributes
    ----------
    original
        The initial file; of a file that is not in memory the description alone, without records.
    masked
        The masked file, likewise; the same as the original where nothing was masked.
    keys
        Names of the key variables.
    missing
        What a missing key value matches.
    """

    original: Microdata
    masked: Microdata
    keys: tuple[str, ...]
    missing: Missing

    @property
    def initial_records(self) -> int:
        """n, the number of initial records."""

    @property
    def released_records(self) -> int:
        """t, the number of released records."""

    @property
    def by_record(self) -> RecordSizes | None:
        """Sizes record by record; None where records are not in memory."""

    def sizes_before(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups of the initial file.

        Parameters
        ----------
        progress
            Asked whether to stop.

        Returns
        -------
        SizeHistogram
            Of all initial records.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """

    def sizes_after(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups of the masked file.

        Parameters
        ----------
        progress
            Asked whether to stop.

        Returns
        -------
        SizeHistogram
            Of all released records.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """

    def crossed(self, progress: Progress = SILENT) -> CrossedSizes:
        """Return the sizes of the groups of the released records, now and before: the classification matrix.

        Parameters
        ----------
        progress
            Asked whether to stop.

        Returns
        -------
        CrossedSizes
            Pairs that occur.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """

    def values(self, names: Sequence[str], progress: Progress = SILENT) -> Iterator[GroupedValues]:
        """Walk through the groups of the masked file, with the values that variables have in them.

        Parameters
        ----------
        names
            Variables of the masked file.
        progress
            Asked whether to stop.

        Yields
        ------
        GroupedValues
            Some of the groups, each group once, ascending by key.

        Raises
        ------
        DataError
            Records form no groups.
        Cancelled
            The user asked to stop.
        """

    def categories(self, name: str) -> pd.Index:
        """Return the values of a variable of the masked file, in the order of their codes.

        Parameters
        ----------
        name
            A variable of the masked file.

        Returns
        -------
        pd.Index
            Each value once; some may not occur.

        Raises
        ------
        DataError
            The variable was not read.
        """

    def value_frequencies(self, name: str) -> np.ndarray:
        """Return how often each value of a variable occurs in the masked file.

        Parameters
        ----------
        name
            A variable of the masked file.

        Returns
        -------
        np.ndarray
            int64 (m,), in the order of the codes.

        Raises
        ------
        DataError
            The variable was not read.
        """

    def weighted(self, name: str, progress: Progress = SILENT) -> Iterator[WeightedSizes]:
        """Walk through the groups of the masked file, with the sum of a weight over each.

        Weights are added up in the order of the original, so that every engine rounds alike.

        Parameters
        ----------
        name
            A variable of numbers, as the original has them; a missing one adds nothing.
        progress
            Asked whether to stop.

        Yields
        ------
        WeightedSizes
            Some of the groups, each group once, ascending by key.

        Raises
        ------
        DataError
            Records form no groups, or the variable holds no numbers.
        Cancelled
            The user asked to stop.
        """

    def combinations(self, progress: Progress = SILENT) -> Iterator[KeyCombinations]:
        """Walk through the different combinations of key values; a missing one is a value of its own.

        Parameters
        ----------
        progress
            Asked whether to stop.

        Yields
        ------
        KeyCombinations
            Some of them, each once; the codes are places among `categories`.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """

    def records(self, low: int, high: int, progress: Progress = SILENT) -> Iterator[np.ndarray]:
        """Walk through the released records in groups of some sizes.

        Parameters
        ----------
        low, high
            Smallest and largest size.
        progress
            Asked whether to stop.

        Yields
        ------
        np.ndarray
            int64 (m,), positions in the masked file, ascending; some of them at a time.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
