"""New numbers: values that name people, households or places become numbers that tell nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers, without_categories
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import Quantity, count_unit
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.new_values import labels_of_missing

NUMBERS = count_unit("number")


ASSIGNED_NUMBERS = Declared(
    "new_numbers",
    "New numbers",
    NUMBERS,
    "Different values that got a new number, over all variables.",
)


class NewNumbers(Method):
    """Replace the values of variables that name something by new numbers, in random order.

    Each variable by itself: its d different values become the numbers 1 … d, every assignment equally likely,
    so that records that agreed in it still do, and nothing else can be read from it. Numbers that are codes
    for a missing value of the variable are left out. Missing values stay missing. The variable is nominal
    after the step; one that held text holds the numbers as text. Nothing that users can compute changes, so
    that no information is lost; risks suppose an intruder who knows the new numbers, and are upper bounds.

    When to use
        For the number of a household, an interviewer or a place, where users need to know which records
        belong together, but not to which household of another file.
    When not to use
        For variables whose values mean something to users. A place can still be known by how many records it
        has, and a household by its members: new numbers hide a name, not a group.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"home": [4711, 4711, 4712, 4713], "age": [40, 9, 70, 33]}))
    >>> sdc.masking.NewNumbers(variables=["home"]).apply(data, seed=2).column("home").tolist()
    [2, 2, 1, 3]
    """

    name: ClassVar[str] = "new_numbers"
    title: ClassVar[str] = "New numbers"
    source: ClassVar[str] = (
        "Hundepool et al. (2012), Statistical Disclosure Control, section 3.8, on writing a safe file"
    )
    purpose: ClassVar[Purpose] = Purpose.NUMBERING
    random: ClassVar[bool] = True
    declares = (ASSIGNED_NUMBERS,)
    examples = ({"variables": ["zip", "age", "id"]},)

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The variables whose values become numbers, each by itself.",
        accepts=KEY_LIKE,
        min_length=1,
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("New numbers for {names}", names=", ".join(self.variables))

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        numbers = 0
        masked = data
        for (place, name), share in progress.over(list(enumerate(self.variables)), self.title):
            share.at(0.0, self.title)
            numbering = _numbering(data, name, draws, place)
            masked = masked.recode(name, numbering, _numbered(data.variable(name)))
            numbers += len(numbering.values)
        return Masked(masked, {ASSIGNED_NUMBERS: Quantity(numbers, NUMBERS)})


def _numbered(variable: Variable) -> Variable:
    """Return the description of new numbers: labels of old values would be false of them."""
    kept = labels_of_missing(variable)
    return variable.changed(scale=Scale.NOMINAL, categories=(), intervals=(), unit="", value_labels=kept)


@dataclass(frozen=True, slots=True, eq=False)
class _Numbering:
    """The new number of each value of a variable.

    Attributes
    ----------
    values
        The values that occur, in random order: their new numbers ascend.
    variable
        As it is before the step.
    texts
        Whether the numbers are texts.
    """

    values: pd.Index
    variable: Variable
    texts: bool

    def __call__(self, old: pd.Series) -> pd.Series:
        """Return the new numbers of values; those that do not occur come after all others."""
        places = self.values.get_indexer(without_categories(pd.Index(old)))
        places[places < 0] = len(self.values) + np.arange(int((places < 0).sum()))
        free = np.fromiter(islice(_free(self.variable), int(places.max(initial=-1)) + 1), dtype=np.int64)
        new = pd.Series(free[places])
        return new.astype("str") if self.texts else new


def _numbering(data: Microdata, name: str, draws: Draws, place: int) -> _Numbering:
    coding = data.coding(name)
    present = np.flatnonzero(coding.codes >= 0)
    # The records that draw for a value are the first ones that have it, by their places in the initial file.
    by_row = present[np.argsort(data.rows[present], kind="stable")]
    codes, first = np.unique(coding.codes[by_row], return_index=True)
    in_order = codes[draws.order(data.rows[by_row[first]], place)]
    values = without_categories(coding.categories)[in_order]
    return _Numbering(values, data.variable(name), not holds_numbers(data.column(name)))


def _free(variable: Variable) -> Iterator[int]:
    """Return the numbers from 1 on that are no codes for a missing value."""
    codes = set(as_text(pd.Series(variable.missing, dtype=object)))
    return (number for number in count(1) if not codes & {str(number), f"{number}.0"})
