"""Uncertainty of original categories, as EBIL and PRIL add it up: what both measures share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.contributions import Contributions, coarse, counted_values
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, VALUES, VARIABLES, Quantity, Reason, Why
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.figure import Declared, Figure
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.loss.selection import with_categories
from sdcdesk.loss.transitions import SOURCES, Transitions, transitions

NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")
NO_VARIABLE = Reason(Why.NOT_APPLICABLE, "No variable has categories in both files.")

NOTHING = "missing"
"""What the category of missing values is called."""

VARIABLE = Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC)
SOURCE = Column(
    "source",
    "Probabilities from",
    None,
    "What says with which probability an original category became a masked one.",
    secrecy=Secrecy.PUBLIC,
)
RELEASED = Column("records", "Records", RECORDS, "Masked records.")

MOST_LISTED = 200
"""Categories, or pairs of them, that are listed of a variable."""


class UncertaintyMeasure(Measure):
    """A measure that adds up how uncertain original categories are, of each variable by itself.

    Attributes
    ----------
    variables
        Names of the variables; none: all with categories in the original or, recoded, in the masked file.
    base
        Base of the logarithm; in base 2 the loss is measured in bits.
    """

    concern: ClassVar[Concern] = Concern.LOSS
    counts_values: ClassVar[bool] = True
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"variables": ["age", "zip"], "base": 10.0},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables to add up; none named: all that have categories in the original or, recoded, in the "
        "masked file, but identifiers and household numbers. Of a continuous variable that you name, each "
        "different value is a category.",
        FieldDisplay(empty="all nominal and ordinal ones"),
        accepts=Accepts(scales=tuple(Scale), roles=NOT_IDENTIFIERS),
    )
    base: float = parameter(
        2.0,
        "Base of the logarithm",
        "2 measures in bits, of which one is a question with yes or no.",
        FieldDisplay(more=True),
        gt=1.0,
        le=1e6,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Uncertain:
    """A variable with what was added up of it.

    Attributes
    ----------
    transitions
        What became of its categories.
    total
        Sum over the masked records, in units of the base.
    one
        How far the total moves, at most, with one record.
    """

    transitions: Transitions
    total: float
    one: float

    @property
    def records(self) -> int:
        """Masked records."""
        return len(self.transitions.rows)

    @property
    def source(self) -> str:
        """Where the probabilities come from, in words."""
        return SOURCES[self.transitions.source]

    def original_text(self, code: int) -> str:
        """Return what an original category is called.

        Parameters
        ----------
        code
            Its position; one beyond the last is a missing value.

        Returns
        -------
        str
            A value of the data, or the word for a missing one.
        """
        categories = self.transitions.before.categories
        return self.transitions.described[0].text(categories[code]) if code < len(categories) else NOTHING

    def masked_text(self, code: int) -> str:
        """Return what a masked category is called.

        Parameters
        ----------
        code
            Its position; one beyond the last is a missing value.

        Returns
        -------
        str
            A value of the data, or the word for a missing one.
        """
        categories = self.transitions.after.categories
        return self.transitions.described[1].text(categories[code]) if code < len(categories) else NOTHING


def find_uncertain(
    named: Sequence[str],
    original: Microdata,
    masked: Microdata,
    add_up: Callable[[Transitions], Uncertain],
    progress: Progress,
) -> tuple[list[Uncertain], list[Sentence]]:
    """Return what is added up of each variable, and sentences on those that cannot be.

    Parameters
    ----------
    named
        The user's choice; empty takes all variables with categories.
    original, masked
        Both files.
    add_up
        Adds up a variable, or raises `DataError`.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    tuple[list[Uncertain], list[Sentence]]
        Variables in the order of choice or file.

    Raises
    ------
    DataError
        A variable that the user named cannot be added up.
    Cancelled
        The user asked to stop.
    """
    names, notes = with_categories(named, original, masked)
    found = []
    for name, _ in progress.over(names, "Probabilities"):
        try:
            found.append(add_up(transitions(original, masked, name)))
        except DataError as error:
            if named:
                raise
            notes.append(sentence("Left out: {why}", why=error.message))
    of_files = [one.transitions.name for one in found if one.transitions.source == "files"]
    if of_files:
        words = (
            "No probabilities are known of what was done to these variables, so those of the two files "
            "count: {names}."
        )
        notes.append(sentence(words, names=", ".join(of_files)))
    if not found:
        notes.append(plain("No variable has categories in both files, so nothing is added up."))
    return found, notes


def record_effect(records: int, base: float, largest: float = 0.0) -> float:
    """Return how far a sum of uncertainties over the records moves, at most, with one record.

    N·H of N records moves by no more than log N + log e as one of them is added, and its own uncertainty is
    no larger than log N, but where a transition is less likely than 1 ÷ N.

    Parameters
    ----------
    records
        Records N of the original.
    base
        Base of the logarithm.
    largest
        Largest uncertainty of one record.

    Returns
    -------
    float
        In units of the base.
    """
    most = log(records + 1) / log(base)
    return most + max(most, coarse(largest)) + 1 / log(base)


def added_up(uncertain: Sequence[Uncertain], original: Microdata, divisor: int) -> Quantity:
    """Return the uncertainty of some variables, in all or divided.

    Parameters
    ----------
    uncertain
        At least one variable.
    original
        The initial file.
    divisor
        1, or the number of values.

    Returns
    -------
    Quantity
        With what one record has to do with it: a public document tells it in steps of some records.
    """
    records = uncertain[0].records
    if records == 0:
        return Quantity(None, NUMBER, reason=NO_RECORD)
    number = Quantity(sum(one.total for one in uncertain) / divisor, NUMBER)
    lossy = [one for one in uncertain if not one.transitions.is_lossless]
    if not lossy:
        return number
    one = sum(each.one for each in lossy) / divisor
    return Quantity(number.value, NUMBER, contributions=_behind(records, one, original))


def added_figures(
    total: Declared, mean: Declared, uncertain: Sequence[Uncertain], original: Microdata
) -> tuple[Figure, Figure]:
    """Return the uncertainty of all variables as figures, in all and per value.

    Parameters
    ----------
    total, mean
        What the figures are.
    uncertain
        The variables.
    original
        The initial file.

    Returns
    -------
    tuple[Figure, Figure]
        Not defined where there is no variable.
    """
    if not uncertain:
        return total.undefined(NO_VARIABLE), mean.undefined(NO_VARIABLE)
    values = len(uncertain) * uncertain[0].records
    added, each = (added_up(uncertain, original, divisor) for divisor in (1, max(values, 1)))
    steps = (
        ("Variables", Quantity(len(uncertain), VARIABLES)),
        ("Masked values", Quantity(values, VALUES)),
        (sentence("{title} of all of them", title=total.title), added),
    )
    return total.figure(added, computation=steps), mean.figure(each, computation=steps)


def _behind(records: int, one: float, original: Microdata) -> Contributions:
    return counted_values(records, one, original.fingerprint)


def original_entropy(number: float, one: Uncertain, original: Microdata, base: float) -> Quantity:
    """Return the entropy of a variable in the original, with what one record has to do with it.

    Parameters
    ----------
    number
        The entropy; NaN without records.
    one
        The variable.
    original
        The initial file.
    base
        Base of the logarithm.

    Returns
    -------
    Quantity
        A public document tells it in steps of some records, unless values are as they were.
    """
    records = len(original)
    if one.transitions.source == "unchanged" and one.records == records:
        return Quantity(number, NUMBER)
    effect = record_effect(records, base) / records
    return Quantity(number, NUMBER, contributions=_behind(records, effect, original))
