"""Value suppression: cells of records that match a condition are blanked."""

from dataclasses import replace
from typing import ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.suppression.linked_suppression import SuppressesValues

RECORDS_MATCHING = Declared(
    "records_matching",
    "Records that match",
    RECORDS,
    "Records for which the condition holds, whether or not there was anything to blank.",
)


class ValueSuppression(SuppressesValues):
    """Blank the values of some variables in the records that match a condition.

    A condition is a list of comparisons, of which all must hold, or any. A comparison names a variable, a
    relation and the values that it is compared with; `hold` is "all" or "any":

    - *is*, *is not*: one of the values, or none of them;
    - *at least*, *at most*, *more than*, *less than*: one value; for continuous variables a number, for
      ordinal ones one of their categories, in their order. Nominal variables have no order;
    - *is missing*, *is not missing*: without values.

    All but the last two compare with another variable of the record instead where that is named (`other`):
    both hold numbers, or have the same ordered categories; text is equal or not.

    A missing value is in no relation to a value: it is not at least 90, and not another value than 90.
    Values are compared with all their digits, as they stand in the file before the step: numbers where the
    variable holds numbers, text elsewhere.

    Linked variables (`linked`) become empty in the records in which the variable they are linked to does.

    Cells that match become empty. Whole numbers stay whole; cells that are missing already stay as they are.

    When to use
        For single values that a rule names, whatever other records say: the income of the two largest
        farms, the occupation of people over 90, a diagnosis that must not be released.
    When not to use
        To make rare combinations of keys safe: local suppression finds the fewest blanks for that. A
        condition that names what is hidden also tells it: who knows that incomes over a limit are blank
        knows that a blank one is over it.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [30, 91, 95], "job": ["smith", "pilot", ""]}))
    >>> old = {"comparisons": [{"variable": "age", "relation": "at least", "values": [90]}]}
    >>> masked = sdc.masking.ValueSuppression(variables=["job"], where=old).mask(data)
    >>> masked.data.column("job").fillna("–").tolist()
    ['smith', '–', '–']
    """

    name: ClassVar[str] = "value_suppression"
    title: ClassVar[str] = "Suppression of given values"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3 "
        "(Local Suppression)"
    )
    purpose: ClassVar[Purpose] = Purpose.LEAVE_OUT
    declares = (RECORDS_MATCHING,)
    examples = (
        {
            "variables": ["income", "age"],
            "where": {"comparisons": [{"variable": "bonus", "relation": "at least", "values": [3]}]},
        },
        {
            "variables": ["zip"],
            "linked": {"zip": ["school"]},
            "shared": ["zip"],
            "where": {"comparisons": [{"variable": "zip", "relation": "is", "values": ["0012"]}]},
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables whose values are blanked.", accepts=KEY_LIKE, min_length=1
    )
    where: Condition = parameter(
        REQUIRED, "In records where", "Which records lose their values, by comparisons that hold for them."
    )

    def summary(self) -> str:
        """Return the step in a few plain words, without the values that it compares with."""
        blanked, by = ", ".join(self.variables), ", ".join(self.where.variables)
        words = sentence("{blanked} blanked by {by}", blanked=blanked, by=by)
        if len(words) < 80:
            return words
        return sentence(
            "{n} variable blanked by a condition",
            "{n} variables blanked by a condition",
            "n",
            n=len(self.variables),
        )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the variables exist, and that the condition fits the data."""
        self.where.check(data)
        return super().check(data)

    def looked_at(self) -> tuple[str, ...]:
        """Return the variables that are blanked, and those of the condition."""
        return *super().looked_at(), *self.where.variables

    def blanked_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the variables whose values the method blanks itself."""
        return self.variables

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        matching = self.where.holds(data)
        progress.at(0.5, self.title)
        blanked = self.with_blanks(data, dict.fromkeys(self.variables, matching))
        reported = {**blanked.reported, RECORDS_MATCHING: Quantity(int(matching.sum()), RECORDS)}
        notes = () if matching.any() or not len(data) else ("No record matches the condition.",)
        return replace(blanked, reported=reported, notes=notes)
