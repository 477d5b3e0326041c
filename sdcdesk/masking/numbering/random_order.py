"""Random order: records are released in an order that tells nothing of the original file."""

from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.io.record_order import RANDOM_UNITS, RandomUnits, random_order

RECORDS_MOVED = Declared(
    "records_moved",
    "Records in another place",
    RECORDS,
    "Those that are not where they were before. It follows from the random numbers, and stands in no public "
    "document.",
    secrecy=Secrecy.INTERNAL,
)


class RandomOrder(Method):
    """Release the records in a random order, so that the place of a record tells nothing.

    A file in the order of the original, with whole records or some of them, can be put beside it line by
    line, and a file in the order of its collection tells who was asked together. Every order of the units is
    equally likely:

    - *records*: each record by itself;
    - *households*: the records of a household stand together, in the order of the initial file;
    - *members*: likewise, and their order within the household is random, too.

    A record without a household is a household of one. No value is changed, so that risk and loss, which know
    every record by its identity, stay what they are.

    When to use
        As the last step, wherever the file leaves. Numbers that name records or households, such as those of
        questionnaires, give the order away again: leave them out, or give new ones.
    When not to use
        Where the order is information that users need, as in a series of observations.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"home": [1, 1, 2, 3, 3], "age": [40, 9, 70, 33, 35]}))
    >>> ordering = sdc.masking.RandomOrder(units="households", household="home")
    >>> ordering.apply(data, seed=4).frame.to_dict("list")
    {'home': [2, 3, 3, 1, 1], 'age': [70, 33, 35, 40, 9]}
    """

    name: ClassVar[str] = "random_order"
    title: ClassVar[str] = "Random order of records"
    source: ClassVar[str] = (
        "Hundepool et al. (2012), Statistical Disclosure Control, section 3.8, on writing a safe file"
    )
    purpose: ClassVar[Purpose] = Purpose.NUMBERING
    random: ClassVar[bool] = True
    declares = (RECORDS_MOVED,)
    examples = (
        {},
        {"units": "members", "household": "zip"},
    )

    units: RandomUnits = parameter(
        "records", "In random order", "What is put into a random order.", FieldDisplay(choices=RANDOM_UNITS)
    )
    household: str | None = parameter(
        None,
        "Households",
        "The variable whose values are equal for members of one household. Left empty: the one with the role "
        "household.",
        FieldDisplay(when={"units": ("households", "members")}, empty="the one with the role household"),
        accepts=KEY_LIKE,
    )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that households are known where they count."""
        if self.units != "records":
            needed_variable(Role.HOUSEHOLD, self.household, data)
        return super().check(data)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return "Records in random order" if self.units == "records" else "Households in random order"

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        order = random_order(data, self.units, self.household, draws)
        progress.at(0.5, self.title)
        moved = int(np.count_nonzero(order != np.arange(len(data))))
        return Masked(data.take(order), {RECORDS_MOVED: Quantity(moved, RECORDS)})
