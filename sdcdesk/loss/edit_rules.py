"""Edit rules: records of the masked file that cannot be, and those that the original breaks already."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.rule import Rule
from sdcdesk.core.numbers.quantity import RECORDS, Quantity, Why, undefined
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence, uncapitalised

BREAKING = Declared("records_breaking_rules", "Records breaking a rule", RECORDS, better="less").means(
    "Records that break at least one of the edit rules of the project. Those of the original are errors "
    "of the data, or of a rule."
)

IMPOSSIBLE = Declared(
    "records_made_impossible", "Records made impossible", RECORDS, better="less", also_for_original=False
).means("Released records that break an edit rule which the same record of the original keeps.")

NO_RULES = "There are no edit rules. They are given with the descriptions of the variables."


@dataclass(frozen=True, slots=True, eq=False)
class Broken:
    """Records that break edit rules.

    Attributes
    ----------
    rules
        The rules.
    before, after, new
        For each rule the positions (int64) in the original of the records that break it before and after
        masking, and that it was masking that made break it.
    """

    rules: Sequence[Rule[Microdata]] = ()
    before: Sequence[np.ndarray] = ()
    after: Sequence[np.ndarray] = ()
    new: Sequence[np.ndarray] = ()


RULES = DeclaredTable[Broken](
    name="rules",
    title="Edit rules",
    about=plain("How many records break each rule; the records shown are those that break it now."),
    columns=(
        Column("rule", "Edit rule", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda broken: [rule.name for rule in broken.rules]
        ),
        Column("before", "In the original", RECORDS, "Records of the original that break it.").cells(
            lambda broken: list(map(len, broken.before))
        ),
        Column("after", "In the masked file", RECORDS, "Released records that break it.").cells(
            lambda broken: list(map(len, broken.after))
        ),
        Column(
            "new", "Made impossible", RECORDS, "Released records that break it, and did not in the original."
        ).cells(lambda broken: list(map(len, broken.new))),
    ),
    empty=NO_RULES,
    rows=lambda broken, at: broken.after[at],
    row_title=lambda broken, at: sentence("records that break {rule}", rule=broken.rules[at].name),
)


class EditRules(Measure):
    """Records that break rules between variables, before and after masking.

    An edit rule says what must hold in every record: "if age is less than 15, then marital status is
    single". A combination of values that it excludes is a structural zero: it cannot occur. A record breaks
    a rule where the first condition surely holds and the second surely does not; a missing value may be any
    value, and so does not break it, unless the rule asks whether it is missing. A recoded value stands for
    all values that became it: ages "10 to 19" are neither under 15 nor from 15 on.

    Records that break a rule in the original are errors of the data or of the rule. What a masking step adds
    are records that give the masking away, and that analysts stumble over: a married child, a man who gave
    birth. They are counted by themselves. Each record counts once, however many rules it breaks; sampling
    weights are not used, and records that were left out break nothing.

    When to use: after PRAM, swapping, noise or imputation, which look at one variable at a time.

    When not: to judge the risk. Impossible records tell an intruder that a value was changed, which no count
    of keys shows.

    The table `rules` has for each rule how many records break it `before`, `after`, and which are `new`.

    Example
    -------
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import EditRules
    >>> from sdcdesk.masking.edit_rules.edit_rule import EditRule
    >>> child = {"comparisons": [{"variable": "age", "relation": "less than", "values": [15]}]}
    >>> single = {"comparisons": [{"variable": "marital", "relation": "is", "values": ["single"]}]}
    >>> rule = EditRule(name="Children are single", when=child, then=single)
    >>> people = pd.DataFrame({"age": [9, 12, 40], "marital": ["single", "married", "married"]})
    >>> original = Microdata(people).with_edit_rules([rule])
    >>> masked = original.assign({"marital": pd.Series(["married", "married", "single"])})
    >>> EditRules().assess(original, masked).value("records_made_impossible")
    1
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "edit_rules"
    title: ClassVar[str] = "Edit rules"
    source: ClassVar[str] = "Fellegi and Holt (1976), A Systematic Approach to Automatic Edit and Imputation"
    purpose: ClassVar[str] = "Which records cannot be, because values in them do not go together."
    declares: ClassVar[tuple[Declared, ...]] = (BREAKING, IMPOSSIBLE)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (RULES,)
    also_for_original: ClassVar[bool] = True
    counts_values: ClassVar[bool] = True
    unpaired: ClassVar[Unpaired] = "beside"
    needs_original: ClassVar[str] = (
        "What became impossible differs from the original, which is not known of a released file alone."
    )
    examples = ({},)

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: what was made impossible; errors of a file are its own."""
        return IMPOSSIBLE.name, "new"

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        rules = original.rules
        if not rules:
            why = undefined(RECORDS, Why.NOT_APPLICABLE, NO_RULES)
            blocks = (BREAKING.figure(why), IMPOSSIBLE.figure(why))
            return Findings(sections=(Section(name="rules", blocks=(*blocks, RULES.table(Broken()))),))
        before, after, new = [], [], []
        for rule, _ in progress.over(rules, self.title):
            then = rule.broken(original, original)
            now = rule.broken(masked, original)
            before.append(np.flatnonzero(then))
            after.append(masked.rows[now])
            new.append(masked.rows[now & ~then[masked.rows]])
        blocks = (_figure(BREAKING, after, rules), _figure(IMPOSSIBLE, new, rules))
        section = Section(name="rules", blocks=(*blocks, RULES.table(Broken(rules, before, after, new))))
        return Findings(sections=(section,))


def _figure(declared: Declared, rows: Sequence[np.ndarray], rules: Sequence[Rule[Microdata]]) -> Figure:
    found = np.unique(np.concatenate(rows))
    return declared.figure(
        Quantity(len(found), RECORDS),
        computation=tuple(
            (rule.name, Quantity(len(broken), RECORDS)) for rule, broken in zip(rules, rows, strict=True)
        ),
        rows=lambda: found,
        row_title=uncapitalised(declared.title),
    )
