"""Findings of l-diversity: the least diverse group by each reading, and the records that break it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VALUES, Quantity, Reason, Why
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import bars_of_records
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED, K
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES, class_of_size
from sdcdesk.risk.diversity.criteria import ConfidentialGroups
from sdcdesk.risk.diversity.figures import INFINITE, breaking, broken_by, worst_group
from sdcdesk.risk.diversity.tables import (
    BREAKING,
    CRITERIA,
    ValuesInGroups,
    amount_of_group,
    confidential_variables,
    groups_section,
    listed_groups,
    worst_of_group,
)

MACHANAVAJJHALA = "Machanavajjhala et al. 2006"
TRUTA_VINAY = "Truta and Vinay 2006"
WONG = "Wong et al. 2006"

DISTINCT = Declared(
    "distinct_l",
    "Fewest values in a group",
    VALUES,
    secrecy=Secrecy.PUBLIC,
    symbol="l",
    better="more",
    source=MACHANAVAJJHALA,
).means(
    "The smallest number of different confidential values in any group of records that look alike "
    "to the intruder. With one value, whoever finds the group knows the value."
)

EFFECTIVE = Declared(
    "effective_l", "Fewest effective values", NUMBER, better="more", source=MACHANAVAJJHALA
).means(
    "exp(entropy) of the least diverse group: as many equally frequent values would be as hard to "
    "guess. Never more than the number of different values."
)

RATIO = Declared(
    "head_to_tail", "Largest head to tail", NUMBER, symbol="c", better="less", source=MACHANAVAJJHALA
).means(
    "Largest ratio in any group of its most frequent value to all values from the l-th most "
    "frequent on. A group is recursively (c, l)-diverse if the ratio is smaller than c."
)

LARGEST = Declared(
    "largest_share", "Largest share of a value", SHARE, symbol="α", better="less", source=WONG
).means(
    "Largest share of a single value in any group, among its records with a value: how sure whoever "
    "finds the group can be of the value."
)


BROKEN = {
    "distinct": broken_by("share_not_distinct", "Not distinct l-diverse", MACHANAVAJJHALA).means(
        "Released records in groups with fewer than l different values, by any confidential variable. "
        "Divided by the released records."
    ),
    "entropy": broken_by("share_not_entropy", "Not entropy l-diverse", MACHANAVAJJHALA).means(
        "Released records in groups with fewer than l effective values, by any confidential variable. "
        "Divided by the released records."
    ),
    "recursive": broken_by("share_not_recursive", "Not (c, l)-diverse", MACHANAVAJJHALA).means(
        "Released records in groups whose most frequent value is at least c times as frequent as all from "
        "the l-th on, by any confidential variable. Divided by the released records."
    ),
    "sensitive": broken_by("share_not_sensitive", "Not p-sensitive k-anonymous", TRUTA_VINAY).means(
        "Released records in groups of fewer than k records, or with fewer than l different values, by any "
        "confidential variable. Divided by the released records."
    ),
    "alpha": broken_by("share_not_alpha", "Not (α, k)-anonymous", WONG).means(
        "Released records in groups of fewer than k records, or in which one value has a larger share than "
        "α, by any confidential variable. Divided by the released records."
    ),
}

DECLARES = (DISTINCT, EFFECTIVE, RATIO, LARGEST, K, *BROKEN.values())

VARIABLES = confidential_variables(
    worst_of_group("distinct", DISTINCT),
    worst_of_group("effective", EFFECTIVE),
    worst_of_group("ratio", RATIO),
    worst_of_group("largest", LARGEST, "risk"),
    BREAKING,
)

GROUPS = listed_groups(
    amount_of_group("distinct", "Values", VALUES, "Different values in the group.", endless=INFINITE),
    amount_of_group("effective", "Effective values", NUMBER, "exp(entropy) of its values.", endless=INFINITE),
    amount_of_group(
        "ratio",
        "Head to tail",
        NUMBER,
        "Its most frequent value ÷ all from the l-th most frequent on.",
        endless=INFINITE,
    ),
    amount_of_group(
        "largest",
        "Largest share",
        SHARE,
        "Its most frequent value ÷ its records with a value.",
        bar="risk",
        endless=INFINITE,
    ),
)


@dataclass(frozen=True, eq=False)
class NumbersOfValues:
    """Different confidential values in the group of each released record.

    Attributes
    ----------
    masked
        The masked file.
    numbers
        float64 (t,), of the variable with the fewest; NaN where a record has no value.
    weights
        int64 (t,), how many records each entry stands for; None: one each.
    """

    masked: Microdata = field(repr=False)
    numbers: np.ndarray
    weights: np.ndarray | None = None

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of each number; −1 where there is none."""
        classes, known = np.full(len(self.numbers), -1), ~np.isnan(self.numbers)
        classes[known] = class_of_size(self.numbers[known])
        return classes

    @property
    def records(self) -> np.ndarray:
        """int64, records of each class."""
        known = self.classes >= 0
        weights = None if self.weights is None else self.weights[known]
        return np.bincount(self.classes[known], weights, len(CLASS_NAMES)).astype(np.int64)


VALUE_NUMBERS = DeclaredTable[NumbersOfValues](
    name="value_numbers",
    title="Records by values in their group",
    about=plain(
        "Released records by the number of different values in their group; with several confidential "
        "variables, of the one with the fewest."
    ),
    columns=(
        public_key("numbers", "Different values").cells(lambda _: CLASS_NAMES),
        Column("records", "Records", RECORDS, "Released records with a confidential value.").cells(
            lambda numbers: numbers.records
        ),
    ),
    rows=lambda numbers, at: numbers.masked.rows[numbers.classes == at],
    row_title=lambda _, at: sentence("in groups of {numbers} values", numbers=CLASS_NAMES[at]),
    plots=(
        bars_of_records(
            "Different values in the group",
            "numbers",
            "The further right the bars, the less is learnt of a record by finding its group.",
        ),
    ),
)

TABLES = (CRITERIA, VALUE_NUMBERS, VARIABLES, GROUPS)


def to_findings(
    masked: Microdata, keys: Sequence[str], confidential: ConfidentialGroups, notes: Sequence[Sentence]
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    masked
        The masked file.
    keys
        Names of the keys.
    confidential
        Its confidential variables in all groups.
    notes
        Remarks on keys and confidential variables.

    Returns
    -------
    Findings
        All declared figures of l-diversity.
    """
    figures = (
        worst_group(DISTINCT, masked, confidential, "distinct", least=True),
        worst_group(EFFECTIVE, masked, confidential, "effective", least=True),
        worst_group(RATIO, masked, confidential, "ratio"),
        worst_group(LARGEST, masked, confidential, "largest"),
        K.figure(_smallest(confidential)),
        *(
            breaking(BROKEN[criterion.name], masked, confidential, criterion)
            for criterion in confidential.criteria
        ),
    )
    found, numbers = (
        ValuesInGroups(masked, keys, confidential),
        confidential.by_record("distinct", least=True),
    )
    return Findings(
        sections=(
            Section(
                name="diversity",
                about=plain(
                    "What whoever finds somebody's group learns about the confidential values in it."
                ),
                blocks=(*figures, CRITERIA.table(found)),
                notes=tuple(Note(note) for note in notes),
            ),
            VALUE_NUMBERS.section(
                NumbersOfValues(masked, numbers, confidential.around.weights),
                title="How many values groups have",
            ),
            VARIABLES.section(found, title="By confidential variable"),
            *groups_section(GROUPS, found, "largest", "The least diverse groups"),
        ),
        records={
            "distinct": numbers,
            "effective": confidential.by_record("effective", least=True),
            "largest_share": confidential.by_record("largest"),
        },
    )


def _smallest(confidential: ConfidentialGroups) -> Quantity:
    sizes = confidential.around.sizes
    if not len(sizes):
        return Quantity(None, RECORDS, reason=Reason(Why.NO_RECORDS, NOTHING_RELEASED))
    return Quantity(sizes.min(), RECORDS)
