"""Key labels: what may stand for several values of a key, with what it loses, by codes of the values."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.data.variable import Value
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.range_text import ascending_numbers, range_text, round_bands
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import require_all, value_number
from sdcdesk.kernels.lattice.key_levels import level_digits
from sdcdesk.masking.replacement import said_together, tells_codes

BLANK = 2.0
"""What a blank loses while classes are formed: more than the widest label, so that few cells are blanked."""


class KeyLabels(ABC):
    """Labels of a key, over codes in which every label holds consecutive ones.

    A missing value has the highest code. No label holds it beside others: where it is among them, a blank
    stands for all.

    Parameters
    ----------
    coded
        int32 (n,), position of each record's value among the categories of the file, −1 where missing.
    places
        int64 (m,), the code of each category, −1 for one that does not occur.
    size
        How many values there are to lose detail of; the code of a missing value.

    Attributes
    ----------
    codes
        int32 (n,), code of the value of each record, 0…size.
    """

    def __init__(self, coded: np.ndarray, places: np.ndarray, size: int) -> None:
        self.places, self.size = places, size
        # The position of a missing value counts from the end.
        self.codes = np.append(places, size)[coded].astype(np.int32)

    @property
    @abstractmethod
    def is_ordered(self) -> bool:
        """Whether any neighbours have a label, so that values are cut at a median."""

    @abstractmethod
    def losses(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return what the narrowest labels lose.

        Parameters
        ----------
        low, high
            int32 or int64 (m,), the lowest and highest code under each.

        Returns
        -------
        np.ndarray
            float64 (m,), 0 for a value as it is to 1 for all values; `BLANK` for a blank.
        """

    @abstractmethod
    def children(self, codes: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the next narrower label above each code, below the narrowest one above others.

        Parameters
        ----------
        codes
            int64 (m,).
        low, high
            int64 (m,), the lowest and highest code under the narrowest label.

        Returns
        -------
        np.ndarray
            int64 (m,), numbers that tell the narrower labels of one label apart.
        """

    @abstractmethod
    def numbers(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return numbers that tell the narrowest labels apart.

        Parameters
        ----------
        low, high
            int64 (m,), the lowest and highest code under each.

        Returns
        -------
        np.ndarray
            int64 (m,), from 0; a blank and a missing value have the same.
        """

    @abstractmethod
    def text(self, low: int, high: int) -> str | None:
        """Return the narrowest label above two codes as text; None: a blank.

        Parameters
        ----------
        low, high
            The lowest and highest code under it.

        Returns
        -------
        str or None
            None, too, where both are that of a missing value.
        """

    @abstractmethod
    def ends(self, low: int, high: int) -> tuple[int, int]:
        """Return the lowest and the highest code that the narrowest label above two codes stands for.

        Parameters
        ----------
        low, high
            The lowest and highest code under it.

        Returns
        -------
        tuple[int, int]
            Of a label, not of a blank.
        """

    @abstractmethod
    def meaning(self, low: int, high: int, labels: Mapping[Value, str]) -> str:
        """Return what the text of a label means where it is made of codes.

        Parameters
        ----------
        low, high
            As of `text`, which has a label above them.
        labels
            What codes mean, in order; the file may have some of them.

        Returns
        -------
        str
            Empty where the text is a name, or its codes have no labels. It hangs on the text and on the
            labels alone, not on which of the codes occur.
        """

    def is_blank(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return where a blank stands for values.

        Parameters
        ----------
        low, high
            int64 (m,), the lowest and highest codes.

        Returns
        -------
        np.ndarray
            bool (m,); a missing value by itself is none.
        """
        blank: np.ndarray = (self.losses(low, high) == BLANK) & (low != high)
        return blank


class RangeLabels(KeyLabels):
    """Ranges of an ordered key, "17 to 25": any neighbours have one.

    Parameters
    ----------
    coded, places
        See `KeyLabels`.
    values
        The values in order.
    """

    is_ordered = True

    def __init__(self, coded: np.ndarray, places: np.ndarray, values: pd.Series) -> None:
        super().__init__(coded, places, len(values))
        self._texts, self._range_text = as_text(values), range_text(values)
        self._numbers = ascending_numbers(values)

    def losses(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the share of the other values that a range has beside one."""
        share = (high - low) / max(self.size - 1, 1)
        return np.where((high == self.size) & (low != high), BLANK, share)

    def children(self, codes: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the codes: each value is a label of its own."""
        return codes

    def numbers(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return a number for each pair of ends."""
        lowest: np.ndarray = np.where(high == self.size, self.size, low)
        found: np.ndarray = lowest * (self.size + 1) + high
        return found

    def ends(self, low: int, high: int) -> tuple[int, int]:
        """Return the ends of the range."""
        return low, high

    def text(self, low: int, high: int) -> str | None:
        """Return a range, or the value where it is one."""
        if high == self.size:
            return None
        return self._texts[low] if low == high else self._range_text(low, high)

    def meaning(self, low: int, high: int, labels: Mapping[Value, str]) -> str:
        """Return the label of a value, of all codes in a range of numbers, or of both ends of another."""
        if low == high:
            return label_of(self._texts[low], labels)
        if self._numbers is None:
            first, last = (label_of(self._texts[end], labels) for end in (low, high))
            return str(sentence("{first} to {last}", first=first, last=last)) if first and last else ""
        bands, place = round_bands(self._numbers, low, high)
        numbers = {code: label for code, label in labels.items() if not isinstance(code, str)}
        places = bands.places(np.array([*numbers], dtype=float)).tolist()
        pairs = zip(numbers.values(), places, strict=True)
        return said_together([label for label, at in pairs if at == place])


class HierarchyLabels(KeyLabels):
    """Labels of all levels of a hierarchy.

    Parameters
    ----------
    coded
        See `KeyLabels`.
    rows
        int64 (m,), row of each category of the file in the hierarchy, −1 for none.
    labels
        For each level, that of the values first, int (v,): the label of each value.
    texts
        For each level its labels as text.
    """

    is_ordered = False

    def __init__(
        self,
        coded: np.ndarray,
        rows: np.ndarray,
        labels: Sequence[np.ndarray],
        texts: Sequence[Sequence[str]],
    ) -> None:
        order, digits = level_digits(labels)
        super().__init__(coded, np.append(np.argsort(order), MISSING)[rows], len(order))
        # A missing value is a label of its own at each level.
        own = np.full((len(labels), 1), self.size, dtype=np.int32)
        self._labels = np.concatenate([digits, own], axis=1)
        self._of_value, self._texts = [one[order] for one in labels], texts

    def _level(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the lowest level at which two codes share a label; one above the top where they do not."""
        level = np.full(len(low), len(self._labels), dtype=np.int64)
        for one in range(len(self._labels) - 1, -1, -1):
            level[self._labels[one][low] == self._labels[one][high]] = one
        return level

    @cached_property
    def _rows(self) -> np.ndarray:
        """Rows under each code's label at each level; int64 (levels, size + 1)."""
        return np.array([np.bincount(one)[one] for one in self._labels])

    @cached_property
    def _losses(self) -> np.ndarray:
        """What each code loses at each level, and as a blank; float64 (levels + 1, size + 1)."""
        return np.vstack([(self._rows - 1) / max(self.size - 1, 1), np.full(self.size + 1, BLANK)])

    def losses(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the share of the other rows of the hierarchy that a label has beside one."""
        found: np.ndarray = self._losses[self._level(low, high), low]
        return found

    def children(self, codes: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the labels of the level below."""
        found: np.ndarray = self._labels[np.maximum(self._level(low, high) - 1, 0), codes]
        return found

    def numbers(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return a number for each label of each level."""
        level, top = self._level(low, high), len(self._labels)
        label = self._labels[np.minimum(level, top - 1), low]
        return np.where(
            (level == top) | (high == self.size), top * (self.size + 1), level * (self.size + 1) + label
        )

    def ends(self, low: int, high: int) -> tuple[int, int]:
        """Return the codes of the first and of the last row under the label."""
        level = int(self._level(np.array([low]), np.array([high]))[0])
        first = int(self._labels[level][low])
        return first, first + int(self._rows[level][low]) - 1

    def text(self, low: int, high: int) -> str | None:
        """Return the label of the lowest level that has one."""
        level = int(self._level(np.array([low]), np.array([high]))[0])
        if high == self.size or level == len(self._texts):
            return None
        return self._texts[level][int(self._of_value[level][low])]

    def meaning(self, low: int, high: int, labels: Mapping[Value, str]) -> str:
        """Return the label of a value, or of all values under a label that is made of codes."""
        level = int(self._level(np.array([low]), np.array([high]))[0])
        if level and not tells_codes(self._texts[level][int(self._of_value[level][low])]):
            return ""
        first, last = self.ends(low, high)
        values = (self._texts[0][int(self._of_value[0][code])] for code in range(first, last + 1))
        return said_together([label for value in values if (label := label_of(value, labels))])


def label_of(text: str, labels: Mapping[Value, str]) -> str:
    """Return what the code means that a text tells, which may write a number in any way.

    Parameters
    ----------
    text
        A value of a file or of a hierarchy.
    labels
        What codes mean, which are text or numbers.

    Returns
    -------
    str
        Empty where the code has no label.
    """
    if text in labels:
        return labels[text]
    number = value_number(text)
    return "" if number is None else labels.get(number, "")


def labels_of_hierarchy(coding: Coding, hierarchy: Hierarchy, name: str, title: str) -> HierarchyLabels:
    """Return the labels of a key that has a hierarchy.

    Parameters
    ----------
    coding
        Its values, and the code of each record.
    hierarchy
        Holds each value that occurs.
    name
        The variable.
    title
        What the method is called.

    Returns
    -------
    HierarchyLabels
        Of all levels.

    Raises
    ------
    DataError
        A value is not in the hierarchy, or a label stands for other values at another level, so that nobody
        could say what a released one stands for.
    """
    occurring = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories)) > 0
    rows = require_all(coding.categories, occurring, hierarchy, name)
    _require_one_meaning(hierarchy, name, title)
    levels = range(hierarchy.height + 1)
    return HierarchyLabels(
        coding.codes,
        rows,
        [hierarchy.codes(level) for level in levels],
        [hierarchy.labels(level) for level in levels],
    )


def _require_one_meaning(hierarchy: Hierarchy, name: str, title: str) -> None:
    """Refuse a hierarchy in which a label stands for other values at another level."""
    before: dict[str, tuple[int, int, int]] = {}
    for level in range(hierarchy.height + 1):
        codes = hierarchy.codes(level)
        rows, first = np.bincount(codes), np.unique(codes, return_index=True)[1]
        for number, label in enumerate(hierarchy.labels(level)):
            # Labels nest: with the same first value and as many of them, these are the same values.
            stands = int(first[number]), int(rows[number])
            lower, *stood = before.setdefault(label, (level, *stands))
            if tuple(stood) != stands:
                words = (
                    "a label of the hierarchy of {name} stands for other values at level {level} than at "
                    "level {lower}; call it otherwise at one of them."
                )
                raise DataError(
                    sentence(words, name=short(name), level=str(level), lower=str(lower)),
                    "hierarchies",
                    title=title,
                )
