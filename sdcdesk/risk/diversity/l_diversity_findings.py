"""Findings of l-diversity: the least diverse group by each reading, and the records that break it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VALUES, Quantity, Reason, Why
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.risk.declared import NOTHING_RELEASED, K
from sdcdesk.risk.disclosure.breakdown import SIZES, class_of_size, size_class_name
from sdcdesk.risk.diversity.criteria import Judged
from sdcdesk.risk.diversity.figures import INFINITE, breaking, broken_by, worst_group
from sdcdesk.risk.diversity.tables import breaking_columns, criteria_table, groups_table, variables_table

MACHANAVAJJHALA = "Machanavajjhala et al. 2006"
TRUTA_VINAY = "Truta and Vinay 2006"
WONG = "Wong et al. 2006"

DISTINCT = Declared(
    name="distinct_l",
    secrecy=Secrecy.PUBLIC,
    title="Fewest values in a group",
    unit=VALUES,
    meaning="The smallest number of different confidential values in any group of records that look alike to "
    "the intruder. With one value, whoever finds the group knows the value.",
    symbol="l",
    better="more",
    source=MACHANAVAJJHALA,
)

EFFECTIVE = Declared(
    name="effective_l",
    title="Fewest effective values",
    unit=NUMBER,
    meaning="exp(entropy) of the least diverse group: as many equally frequent values would be as hard to "
    "guess. Never more than the number of different values.",
    better="more",
    source=MACHANAVAJJHALA,
)

RATIO = Declared(
    name="head_to_tail",
    title="Largest head to tail",
    unit=NUMBER,
    meaning="Largest ratio in any group of its most frequent value to all values from the l-th most frequent "
    "on. A group is recursively (c, l)-diverse if the ratio is smaller than c.",
    symbol="c",
    better="less",
    source=MACHANAVAJJHALA,
)

LARGEST = Declared(
    name="largest_share",
    title="Largest share of a value",
    unit=SHARE,
    meaning="Largest share of a single value in any group, among its records with a value: how sure whoever "
    "finds the group can be of the value.",
    symbol="α",
    better="less",
    source=WONG,
)


BROKEN = {
    "distinct": broken_by(
        "share_not_distinct", "Not distinct l-diverse", "with fewer than l different values", MACHANAVAJJHALA
    ),
    "entropy": broken_by(
        "share_not_entropy", "Not entropy l-diverse", "with fewer than l effective values", MACHANAVAJJHALA
    ),
    "recursive": broken_by(
        "share_not_recursive",
        "Not (c, l)-diverse",
        "whose most frequent value is at least c times as frequent as all from the l-th on",
        MACHANAVAJJHALA,
    ),
    "sensitive": broken_by(
        "share_not_sensitive",
        "Not p-sensitive k-anonymous",
        "of fewer than k records, or with fewer than l different values",
        TRUTA_VINAY,
    ),
    "alpha": broken_by(
        "share_not_alpha",
        "Not (α, k)-anonymous",
        "of fewer than k records, or in which one value has a larger share than α",
        WONG,
    ),
}

DECLARES = (DISTINCT, EFFECTIVE, RATIO, LARGEST, K, *BROKEN.values())

WORST = (
    Column("distinct", DISTINCT.title, VALUES, DISTINCT.meaning, secrecy=Secrecy.PUBLIC),
    Column("effective", EFFECTIVE.title, NUMBER, EFFECTIVE.meaning),
    Column("ratio", RATIO.title, NUMBER, RATIO.meaning),
    Column("largest", LARGEST.title, SHARE, LARGEST.meaning, bar="risk"),
)

OF_GROUP = (
    Column("distinct", "Values", VALUES, "Different values in the group."),
    Column("effective", "Effective values", NUMBER, "exp(entropy) of its values."),
    Column("ratio", "Head to tail", NUMBER, "Its most frequent value ÷ all from the l-th most frequent on."),
    Column(
        "largest", "Largest share", SHARE, "Its most frequent value ÷ its records with a value.", bar="risk"
    ),
)


def to_findings(
    masked: Microdata, keys: Sequence[str], judged: Judged, notes: Sequence[Sentence]
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    masked
        The masked file.
    keys
        Names of the keys.
    judged
        Its confidential variables in all groups.
    notes
        Remarks on keys and confidential variables.

    Returns
    -------
    Findings
        All declared figures of l-diversity.
    """
    figures = (
        worst_group(DISTINCT, masked, judged, "distinct", least=True),
        worst_group(EFFECTIVE, masked, judged, "effective", least=True),
        worst_group(RATIO, masked, judged, "ratio"),
        worst_group(LARGEST, masked, judged, "largest"),
        K.figure(_smallest(judged)),
        *(breaking(BROKEN[criterion.name], masked, judged, criterion) for criterion in judged.criteria),
    )
    return Findings(
        sections=(
            Section(
                name="diversity",
                about=plain(
                    "What whoever finds somebody's group learns about the confidential values in it."
                ),
                blocks=(*figures, criteria_table(masked, judged)),
                notes=tuple(Note(note) for note in notes),
            ),
            _by_number(masked, judged),
            Section(
                name="variables",
                title="By confidential variable",
                blocks=(_variables(masked, judged),),
            ),
            Section(
                name="groups",
                title="The least diverse groups",
                blocks=(groups_table(masked, keys, judged, OF_GROUP, "largest", INFINITE),),
            ),
        ),
        records={
            "distinct": judged.by_record("distinct", least=True),
            "effective": judged.by_record("effective", least=True),
            "largest_share": judged.by_record("largest"),
        },
    )


def _smallest(judged: Judged) -> Quantity:
    sizes = judged.around.sizes
    if not len(sizes):
        return Quantity(None, RECORDS, reason=Reason(Why.NO_RECORDS, NOTHING_RELEASED))
    return Quantity(sizes.min(), RECORDS)


def _variables(masked: Microdata, judged: Judged) -> Table:
    """Return the worst amounts of each variable; an infinite one is a quantity without a value."""
    columns, breaking_records = breaking_columns(judged)
    ratios = [one.worst("ratio") for one in judged.variables]
    endless = Quantity(None, NUMBER, reason=INFINITE)
    frame = pd.DataFrame(
        {
            "distinct": [one.worst("distinct", least=True) for one in judged.variables],
            "effective": [one.worst("effective", least=True) for one in judged.variables],
            "ratio": pd.Series([endless if ratio == np.inf else ratio for ratio in ratios], dtype=object),
            "largest": [one.worst("largest") for one in judged.variables],
            **breaking_records,
        }
    )
    return variables_table(masked, judged, (*WORST, *columns), frame)


def _by_number(masked: Microdata, judged: Judged) -> Section:
    """Return the records by the number of different values in their group."""
    numbers = judged.by_record("distinct", least=True)
    known = ~np.isnan(numbers)
    place = np.full(len(numbers), -1)
    place[known] = class_of_size(numbers[known])
    frame = pd.DataFrame(
        {
            "numbers": [size_class_name(at) for at in range(len(SIZES))],
            "records": np.bincount(place[known], minlength=len(SIZES)),
        }
    )
    table = Table(
        name="value_numbers",
        title="Records by values in their group",
        columns=(
            Column("numbers", "Different values", role="key", secrecy=Secrecy.PUBLIC),
            Column("records", "Records", RECORDS, "Released records with a confidential value."),
        ),
        frame=frame,
        about=plain(
            "Released records by the number of different values in their group; with several confidential "
            "variables, of the one with the fewest."
        ),
        rows=lambda row: masked.rows[place == row],
        row_title=lambda row: f"in groups of {size_class_name(row)} values",
    )
    plot = Plot(
        name="value_numbers_plot",
        title="Records by values in their group",
        kind="bars",
        table="value_numbers",
        x=Axis("Different values in the group", column="numbers"),
        y=Axis("Records", unit=RECORDS, least=0),
        series=(Series("records", "Records"),),
        about=plain("The further right the bars, the less is learnt of a record by finding its group."),
    )
    return Section(name="value_numbers", title="How many values groups have", blocks=(plot, table))
