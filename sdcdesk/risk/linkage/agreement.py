"""Variables in which records of both files agree or not, as probabilistic linkage sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, Quantity
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.value_tuples import Tuples, tuples
from sdcdesk.risk.linkage.labels import find_labelled_values
from sdcdesk.risk.linkage.texts import WRITTEN, TextComparison, similar_texts

ROUNDING = 1e-12
"""A similarity is below its least only by more than this, for 1 − 0.1 is not quite 0.9."""


@dataclass(frozen=True, slots=True, eq=False)
class AgreementVariable:
    """A variable that agrees where its values are equal, or similar enough.

    Attributes
    ----------
    name
        The variable.
    recoded
        Whether both files are compared at the recoded level.
    first, second
        int64 (n,) and (t,), codes of the records of each file; −1 where missing.
    similar
        bool (codes, codes), which texts of the original agree with which of the masked file; None: equal
        codes agree, and no others.
    """

    name: str
    recoded: bool
    first: np.ndarray
    second: np.ndarray
    similar: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Agreements:
    """What both files are compared by.

    Attributes
    ----------
    variables
        Those that can be compared, in the order in which they were named.
    first, second
        Combinations of their values in each file.
    rows
        int64 (t,), for each released record the one that it came from.
    notes
        What was left out, and why.
    """

    variables: tuple[AgreementVariable, ...]
    first: Tuples
    second: Tuples
    rows: np.ndarray
    notes: tuple[Sentence, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(one.name for one in self.variables)

    @property
    def similar(self) -> tuple[np.ndarray | None, ...]:
        """What agrees in each variable, as kernels ask."""
        return tuple(one.similar for one in self.variables)

    @property
    def unfolded(self) -> float:
        """Number of records of the original, each with every text that is similar to its own."""
        number = self.first.counts.astype(np.float64)
        for one, codes in zip(self.variables, self.first.columns, strict=False):
            if one.similar is not None:
                number *= np.append(np.count_nonzero(one.similar, axis=1), 0)[codes]
        return float(number.sum())

    def select(self, places: Sequence[int]) -> "Agreements":
        """Return the same files compared by fewer variables.

        Parameters
        ----------
        places
            Places of the variables; at least one.

        Returns
        -------
        Agreements
            Without notes.
        """
        return Agreements(
            tuple(self.variables[place] for place in places),
            self.first.select(places),
            self.second.select(places),
            self.rows,
        )


def agreements(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    as_texts: TextComparison,
    least: float,
    progress: Progress,
) -> Agreements:
    """Bring variables of both files to codes that say where values agree.

    Parameters
    ----------
    original, masked
        Both files.
    names
        Variables of the original.
    as_texts
        Which of them are compared as texts.
    least
        Texts agree from this similarity up, 0…1.
    progress
        Receives how far the work is.

    Returns
    -------
    Agreements
        Those of them that the masked file has.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order; or texts are too many or too long.
    """
    absent = [name for name in names if name not in masked]
    words = "Not in the masked file, so that nothing is linked by it: {names}."
    notes = [sentence(words, names=", ".join(absent))] if absent else []
    variables, labels = [], list[str]()
    for name, part in progress.over([name for name in names if name not in absent], "Comparing values"):
        labelled = find_labelled_values(original, masked, name)
        if labelled is not None:
            variables.append(AgreementVariable(name, False, labelled.first, labelled.second, labelled.holds))
            labels.append(name)
            continue
        level = comparison_level(original, masked, name)
        before = level.before(original.coding(name).codes)
        after = level.after(masked.coding(name).codes)
        if name in as_texts.names and not level.recoded:
            texts = similar_texts(name, level, (before, after), as_texts.comparator, part.at)
            agree = texts.similarities >= least - ROUNDING
            variables.append(AgreementVariable(name, False, texts.first, texts.second, agree))
        else:
            variables.append(AgreementVariable(name, level.recoded, before, after))
    if labels:
        words = "A label agrees with each value that it stands for: {names}."
        notes.append(sentence(words, names=", ".join(labels)))
    similar = [one.name for one in variables if one.similar is not None and one.name not in labels]
    if similar:
        words = "Texts agree from a similarity of {least} up: {names}."
        notes += [
            sentence(words, least=Quantity(least, NUMBER), names=", ".join(similar)),
            plain(WRITTEN),
        ]
    # Where nothing is compared, all records are alike.
    alike = [np.zeros(len(file), dtype=np.int64) for file in (original, masked)]
    first = tuples([one.first for one in variables] or alike[:1])
    second = tuples([one.second for one in variables] or alike[1:])
    return Agreements(tuple(variables), first, second, masked.rows, tuple(notes))
