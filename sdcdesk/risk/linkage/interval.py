"""Measure of interval disclosure: how often the original value is near the masked one."""

from itertools import combinations

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, ORDERED, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.linkage.interval_findings import DECLARES, SOURCE, TABLES, to_findings
from sdcdesk.risk.linkage.intervals import NO_VALUES, Around, Intervals, interval_values


class OrderedConfidential(Measure):
    """A measure of what an intruder learns of the size of confidential values."""

    counts_values = True

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "Continuous or ordinal variables of which an intruder should not learn an interval. Left empty: all "
        "of them with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(scales=ORDERED.scales, roles=NOT_IDENTIFIERS, otherwise=Role.CONFIDENTIAL),
    )


ABOUT = {
    "ranks": "An interval holds the masked values around the released one whose ranks differ by less than a "
    "share of all masked values.",
    "deviation": "An interval reaches a share of the standard deviation of the original below and above the "
    "released value.",
    "mad": "An interval reaches a share of the median absolute deviation of the original, times "
    "1.4826, below and above the released value.",
}

PRESENT = (
    "Only values that are missing in neither file are counted: without a masked value there is no interval, "
    "and without an original one nothing to learn."
)


class IntervalDisclosure(OrderedConfidential):
    """Share of original values that lie in a narrow interval around the masked value.

    Somebody who found the masked record of a person does not take its values for the true ones, but for near
    to them. This measure says how often that is right, for the intervals of 1 %, 2 %, … up to the widest, and
    as the mean over these widths.

    - *ranks*: the n masked values of a variable are ranked, equal ones with their mean rank R. The interval
      of p % holds the values at all ranks s with 2·|s − R| < p·n/100, both ends included: p is the
      whole width. Of 1,000 records, the interval of 10 % reaches 49 ranks down and up.
    - *deviation*: the interval of p % reaches p/100 standard deviations of the original (÷ n − 1) below and
      above the masked value, both ends included.
    - *mad*: the same with the median absolute deviation from the median, times 1.4826, by which it is the
      standard deviation of normal values. A few very large values widen the intervals of *deviation* so far
      that nearly all values lie in them; they do not widen these. Where half of the values are equal it
      is 0, and refused.

    When to use it: for confidential amounts after noise, microaggregation, rank swapping or rounding. When
    not: to say that a value is safe, for a wide interval around a large value may still tell too much; nor
    for values that are not masked, all of which lie inside.

    Ordered categories are taken at their places in the order (ranks only); where a recipe knows how they were
    recoded, at the recoded level. Only values that are present in both files are counted. A variable without
    an order in the masked file is refused if you named it, else left out and reported.

    Examples
    --------
    Of four amounts, the third is far from its original:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"income": [1000.0, 2000.0, 3000.0, 4000.0]}))
    >>> noisy = people.assign({"income": pd.Series([1010.0, 2000.0, 3900.0, 4010.0])})
    >>> interval = sdc.risk.IntervalDisclosure(variables=["income"], around="deviation")
    >>> interval.assess(people, noisy).value("widest")
    0.75
    """

    concern = Concern.RISK
    name = "interval_disclosure"
    title = "Interval disclosure"
    source = SOURCE
    purpose = "How often the original value is near the masked one."
    declares = DECLARES
    tables = TABLES
    needs_original = "Whether an original value is near the masked one is not known of a released file alone."
    examples = (
        {},
        {"variables": ["bonus", "school"], "widest": 20, "subsets": 1},
        {"around": "deviation"},
        {"around": "mad"},
    )

    around: Around = parameter(
        "ranks",
        "Width of the intervals",
        "What the width is a share of: the ranks of all masked values, or a deviation of the original.",
        FieldDisplay(
            choices={
                "ranks": "share of the ranks",
                "deviation": "share of the standard deviation",
                "mad": "share of the median absolute deviation",
            }
        ),
    )
    widest: int = parameter(
        10,
        "Widest interval",
        "Intervals of 1 %, 2 %, … up to this are looked at.",
        FieldDisplay(unit="%"),
        ge=1,
        le=100,
    )

    subsets: int = parameter(
        0,
        "Fewer variables",
        "Also shows every combination of up to so many of the variables; 0: only all of them.",
        FieldDisplay(unit="variables", more=True),
        ge=0,
        le=10,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self._names(original)
        absent = [name for name in names if name not in masked]
        notes: list[Sentence] = [plain(PRESENT)]
        if absent:
            words = "Not in the masked file, so that no interval is learnt: {names}."
            notes.append(sentence(words, names=", ".join(absent)))
        measured = []
        for name, _ in progress.part(0.0, 0.5).over(
            [name for name in names if name not in absent], "Intervals"
        ):
            try:
                measured.append(interval_values(original, masked, name, self.around))
            except DataError as error:
                if self.variables:
                    raise
                notes.append(sentence("Left out: {why}", why=error.message))
        # Where nothing is compared, the first note does not say why, and the others do.
        nothing = NO_VALUES if measured else joined(notes[1:], " ")
        whole = Intervals(masked, tuple(measured), self.widest, nothing)
        some = [
            Intervals(masked, chosen, self.widest)
            for number in range(1, min(self.subsets, len(measured) - 1) + 1)
            for chosen in combinations(measured, number)
        ]
        return to_findings(whole, some, plain(ABOUT[self.around]), notes, progress.part(0.5, 1.0))

    def _names(self, original: Microdata) -> tuple[str, ...]:
        names = self.variables or tuple(
            name
            for name in original.named(Role.CONFIDENTIAL)
            if original.variable(name).scale in ORDERED.scales
        )
        if not names:
            raise DataError(
                "Interval disclosure needs a continuous or ordinal variable with the role confidential, and "
                "there is none; give that role to one, or name the variables.",
                "variables",
            )
        return names
