"""Households: records that stay together, and which of them are alike."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.kernels.keys import combine, compact


@dataclass(frozen=True, slots=True, eq=False)
class Households:
    """The households of a file.

    Attributes
    ----------
    codes
        int64 (n,), household of each record, 0…H−1; who has none is a household of one.
    first
        int64 (H,), place of the member whose initial record comes first.
    """

    codes: np.ndarray
    first: np.ndarray

    def __len__(self) -> int:
        return len(self.first)

    @property
    def sizes(self) -> np.ndarray:
        """int64 (H,): members of each household."""
        return np.bincount(self.codes, minlength=len(self))

    def any(self, records: np.ndarray) -> np.ndarray:
        """Return which households have such a member.

        Parameters
        ----------
        records
            bool (n,).

        Returns
        -------
        np.ndarray
            bool (H,).
        """
        found = np.zeros(len(self), dtype=bool)
        found[self.codes[records]] = True
        return found

    def compositions(self, kinds: np.ndarray) -> np.ndarray:
        """Return the composition of each household: how many members of each kind it has.

        Parameters
        ----------
        kinds
            int64 (n,), kind of each record, 0 or more.

        Returns
        -------
        np.ndarray
            int64 (H,), equal exactly where households have equally many members and the same kinds among
            them.
        """
        sizes = self.sizes
        labels = sizes.astype(np.int64)
        households, parts = self.codes, kinds
        # Sorted by household and kind, neighbours become one label, until each household has one.
        order = np.lexsort((parts, households))
        households, parts = households[order], parts[order] + 1
        while len(households) > len(self):
            sizes = np.bincount(households, minlength=len(self))
            place = np.arange(len(households)) - np.repeat(sizes.cumsum() - sizes, sizes)
            begins = np.flatnonzero(place % 2 == 0)
            second = np.zeros(len(begins), dtype=np.int64)
            paired = np.flatnonzero(place % 2 == 1)
            second[np.searchsorted(begins, paired) - 1] = parts[paired]
            most = int(parts.max()) + 1
            parts = compact(*combine([parts[begins], second], [most, most]))[0] + 1
            households = households[begins]
        both = combine([labels, parts], [int(labels.max(initial=0)) + 1, int(parts.max(initial=0)) + 1])
        return compact(*both)[0]


def find_households(data: Microdata, name: str) -> Households:
    """Return the households of a file.

    Parameters
    ----------
    data
        The file before the step.
    name
        The variable whose values are equal for members of one household; a missing one makes a household of
        one.

    Returns
    -------
    Households
        Numbered in the order of their values.
    """
    coding = data.coding(name)
    codes, alone = coding.codes.astype(np.int64), coding.codes < 0
    codes[alone] = len(coding.categories) + np.arange(np.count_nonzero(alone))
    of_record, number = compact(codes, len(coding.categories) + int(alone.sum()))
    first = np.empty(number, dtype=np.int64)
    backwards = np.argsort(data.rows)[::-1]
    first[of_record[backwards]] = backwards
    return Households(of_record, first)
