"""Variables in which records of both files agree or not, as probabilistic linkage sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.common_level import common_level
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.sentence import Sentence, sentence
from sdcdesk.kernels.tuples import Tuples, tuples


@dataclass(frozen=True, slots=True, eq=False)
class AgreementVariable:
    """A variable that agrees where its values are equal.

    Attributes
    ----------
    name
        The variable.
    recoded
        Whether both files are compared at the recoded level.
    first, second
        int64 (n,) and (t,), codes of the records of each file; −1 where missing.
    """

    name: str
    recoded: bool
    first: np.ndarray
    second: np.ndarray


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
    def similar(self) -> tuple[None, ...]:
        """What agrees in each variable, as kernels ask: equal codes."""
        return (None,) * len(self.variables)

    def taken(self, places: Sequence[int]) -> "Agreements":
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
            self.first.taken(places),
            self.second.taken(places),
            self.rows,
        )


def agreements(original: Microdata, masked: Microdata, names: Sequence[str]) -> Agreements:
    """Bring variables of both files to codes that are equal where the values are.

    Parameters
    ----------
    original, masked
        Both files.
    names
        Variables of the original.

    Returns
    -------
    Agreements
        Those of them that the masked file has.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    gone = [name for name in names if name not in masked.names]
    words = "Not in the masked file, so that nothing is linked by it: {names}."
    notes = (sentence(words, names=", ".join(gone)),) if gone else ()
    variables = []
    for name in names:
        if name not in gone:
            level = common_level(original, masked, name)
            before = level.before(original.coding(name).codes)
            after = level.after(masked.coding(name).codes)
            variables.append(AgreementVariable(name, level.recoded, before, after))
    # Where nothing is compared, all records are alike.
    alike = [np.zeros(len(file), dtype=np.int64) for file in (original, masked)]
    first = tuples([one.first for one in variables] or alike[:1])
    second = tuples([one.second for one in variables] or alike[1:])
    return Agreements(tuple(variables), first, second, masked.rows, notes)
