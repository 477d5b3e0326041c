"""Key cells: what the records of each class get in the place of their values of one key."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.local_labels import LocalLabels
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.numbers.contributions import Contributions
from sdcdesk.core.numbers.quantity import CELLS, SHARE, Quantity
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.masking.local_recoding.declared import CELLS_COARSENED, GRANULARITY_KEPT
from sdcdesk.masking.local_recoding.key_labels import KeyLabels


@dataclass(frozen=True, slots=True, eq=False)
class KeyCells:
    """The narrowest label of a key in each class.

    Attributes
    ----------
    labels
        Of the key.
    classes
        int64 (n,), class of each record.
    low, high
        int64 (C,), the lowest and the highest code in each class.
    """

    labels: KeyLabels
    classes: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @classmethod
    def narrowest(cls, labels: KeyLabels, classes: np.ndarray, order: np.ndarray) -> "KeyCells":
        """Return the narrowest label above the values of each class.

        Parameters
        ----------
        labels
            Labels of the key.
        classes
            int64 (n,), class of each record, 0…C−1; each has a record.
        order
            int64 (n,), the records by class.

        Returns
        -------
        KeyCells
            A label for each class.
        """
        starts = np.flatnonzero(np.diff(classes[order], prepend=-1))
        codes = labels.codes[order].astype(np.int64)
        return cls(labels, classes, np.minimum.reduceat(codes, starts), np.maximum.reduceat(codes, starts))

    @property
    def numbers(self) -> np.ndarray:
        """int64 (C,), numbers that tell the labels of the classes apart."""
        return self.labels.numbers(self.low, self.high)

    @property
    def are_changed(self) -> bool:
        """Whether any record gets something else than its value."""
        return bool((self.low != self.high).any())

    def released(self, name: str, title: str) -> tuple[pd.Series, LocalLabels]:
        """Return the labels of all records as text, and what each label stands for.

        Parameters
        ----------
        name
            The variable.
        title
            What the method is called.

        Returns
        -------
        pd.Series
            (n,), missing where the value was or is blanked.
        LocalLabels
            By the categories of the file before the step.

        Raises
        ------
        DataError
            Two ranges read the same.
        """
        _, first, places = np.unique(self.numbers, return_index=True, return_inverse=True)
        different = list(zip(self.low[first].tolist(), self.high[first].tolist(), strict=True))
        texts = [self.labels.text(*ends) for ends in different]
        known = [text for text in texts if text is not None]
        if len(set(known)) < len(known):
            words = "two ranges of {name} would read the same; give the variable a hierarchy."
            raise DataError(sentence(words, name=short(name)), "hierarchies", title=title)
        column: pd.Series = pd.Series(texts, dtype="str").take(places[self.classes]).reset_index(drop=True)
        pairs = zip(texts, different, strict=True)
        meanings = {text: self.labels.ends(*ends) for text, ends in pairs if text is not None}
        return column, LocalLabels(self.labels.places, meanings)

    def value_labels(self, variable: Variable) -> tuple[ValueLabel, ...]:
        """Return what those labels mean that are made of codes.

        Parameters
        ----------
        variable
            The description before the step, with the labels of the codes.

        Returns
        -------
        tuple[ValueLabel, ...]
            Of released labels, in the order of the values. Numbers that measure something keep labels of
            single values only; codes for missing are empty cells.
        """
        said = variable.label_by_value()
        if not said:
            return ()
        labels = {code: label for code, label in said.items() if code not in variable.missing}
        if not any(isinstance(code, str) for code in labels):
            labels = dict(sorted(labels.items()))
        found: dict[Value, str] = {}
        for low, high in sorted({*zip(self.low.tolist(), self.high.tolist(), strict=True)}):
            text = self.labels.text(low, high)
            if text is None or (variable.scale is Scale.CONTINUOUS and low != high):
                continue
            if meaning := self.labels.meaning(low, high, labels):
                found[text] = meaning
        return tuple(ValueLabel(value=value, label=label) for value, label in found.items())

    def reported(self) -> dict[Declared, Quantity]:
        """Return the granularity kept, and the cells with a wider label and blanked.

        Returns
        -------
        dict[Declared, Quantity]
            By the declaration of each.
        """
        sizes = np.bincount(self.classes, minlength=len(self.low))
        blank = self.labels.is_blank(self.low, self.high)
        losses = np.minimum(self.labels.losses(self.low, self.high), 1.0)
        values = np.bincount(self.classes[self.labels.codes < self.labels.size], minlength=len(self.low))
        # Missing values beside a blank lose nothing.
        kept = 1.0 - float(values @ losses) / len(self.classes)
        wider = (self.low != self.high) & ~blank
        return {
            GRANULARITY_KEPT: granularity(kept, len(self.classes)),
            CELLS_COARSENED: Quantity(int(sizes[wider].sum()), CELLS),
            CELLS_BLANKED: Quantity(int(values[blank].sum()), CELLS),
        }


def granularity(kept: float, records: int) -> Quantity:
    """Return a granularity with what single records have to do with it.

    Parameters
    ----------
    kept
        0…1.
    records
        How many there are.

    Returns
    -------
    Quantity
        A share. It hangs on how many values there are under labels, which may be those of the file, and on
        which of the empty cells were blanked.
    """
    return Quantity(kept, SHARE, contributions=Contributions(records, effect=1.0 - kept))
