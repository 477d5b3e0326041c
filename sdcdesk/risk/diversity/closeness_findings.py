"""Findings of t-closeness: how far groups are from the masked file, and the records of those too far."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.risk.diversity.classes import classes_table
from sdcdesk.risk.diversity.criteria import Judged
from sdcdesk.risk.diversity.figures import breaking, broken_by, worst_group
from sdcdesk.risk.diversity.tables import breaking_columns, criteria_table, groups_table, variables_table

LI = "Li, Li and Venkatasubramanian 2007"
CAO = "Cao and Karras 2012"
BRICKELL = "Brickell and Shmatikov 2008"

DISTANCE = Declared(
    name="distance",
    title="Largest distance",
    unit=NUMBER,
    meaning="Largest distance of any group from the masked file: the share of its confidential values that "
    "would have to become others, times how far they are from these. 0: every group is like all; 1 at most.",
    symbol="t",
    better="less",
    source=LI,
)

GAIN = Declared(
    name="gain",
    title="Largest relative gain",
    unit=NUMBER,
    meaning="Largest relative gain of any value in any group, (q − p) / p, with its share q in the group and "
    "p in the masked file: 1 means that it is twice as frequent there.",
    symbol="β",
    better="less",
    source=CAO,
)

LEARNT = Declared(
    name="learnt",
    title="Most bits learnt",
    unit=NUMBER,
    meaning="Largest |log₂(q / p)| of any value that occurs in a group, with its share q in the group and p "
    "in the masked file: 1 means that it is twice or half as frequent there.",
    symbol="δ",
    better="less",
    source=BRICKELL,
)


BROKEN = {
    "close": broken_by(
        "share_not_close", "Not t-close", "at a distance of more than t from the masked file", LI
    ),
    "alike": broken_by("share_not_alike", "Not β-like", "where a value gains more than β", CAO),
    "private": broken_by(
        "share_not_private",
        "Not δ-disclosure private",
        "where δ bits or more are learnt of a value",
        BRICKELL,
    ),
}

DECLARES = (DISTANCE, GAIN, LEARNT, *BROKEN.values())

WORST = tuple(Column(one.name, one.title, NUMBER, one.meaning) for one in (DISTANCE, GAIN, LEARNT))

OF_GROUP = (
    Column("distance", "Distance", NUMBER, "Distance of the group from the masked file."),
    Column("gain", "Gain", NUMBER, "Largest relative gain of one of its values."),
    Column("learnt", "Bits", NUMBER, "Largest |log₂(q / p)| of one of its values."),
)

EDGES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75)
"""Ends of the classes of distances; each belongs to the class below."""


def to_findings(
    masked: Microdata,
    keys: Sequence[str],
    judged: Judged,
    ground: Sequence[str],
    notes: Sequence[Sentence],
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
    ground
        For each variable what says how far apart its values are.
    notes
        Remarks on keys and confidential variables.

    Returns
    -------
    Findings
        All declared figures of t-closeness.
    """
    figures = (
        *(worst_group(one, masked, judged, one.name) for one in (DISTANCE, GAIN, LEARNT)),
        *(breaking(BROKEN[criterion.name], masked, judged, criterion) for criterion in judged.criteria),
    )
    distances = judged.by_record("distance")
    return Findings(
        sections=(
            Section(
                name="closeness",
                about=plain(
                    "What whoever finds somebody's group learns beyond what the whole masked file tells "
                    "anybody."
                ),
                blocks=(*figures, criteria_table(masked, judged)),
                notes=tuple(Note(note) for note in notes),
            ),
            _by_distance(masked, distances),
            Section(
                name="variables",
                title="By confidential variable",
                blocks=(_variables(masked, judged, ground),),
            ),
            Section(
                name="groups",
                title="The groups farthest away",
                blocks=(groups_table(masked, keys, judged, OF_GROUP, "distance"),),
            ),
        ),
        records={
            "distance": distances,
            "gain": judged.by_record("gain"),
            "learnt": judged.by_record("learnt"),
        },
    )


def _variables(masked: Microdata, judged: Judged, ground: Sequence[str]) -> Table:
    columns, breaking_records = breaking_columns(judged)
    by = Column("ground", "Values differ by", secrecy=Secrecy.PUBLIC, meaning="How far apart two values are.")
    frame = pd.DataFrame(
        {
            "ground": pd.Series(ground, dtype=object),
            **{column.name: [one.worst(column.name) for one in judged.variables] for column in WORST},
            **breaking_records,
        }
    )
    return variables_table(masked, judged, (by, *WORST, *columns), frame)


def _by_distance(masked: Microdata, distances: np.ndarray) -> Section:
    """Return the records by the distance of their group."""
    table = classes_table(
        masked,
        distances,
        EDGES,
        name="distances",
        title="Records by distance",
        what="Distance of the group",
        row_title="at such a distance",
        unit=NUMBER,
    )
    plot = Plot(
        name="distances_plot",
        title="Records by distance",
        kind="bars",
        table="distances",
        x=Axis("Distance of the group from the file", column="classes"),
        y=Axis("Records", unit=RECORDS, least=0),
        series=(Series("records", "Records"),),
        about=plain("The further left the bars, the less a group tells beyond what the file tells."),
    )
    return Section(name="distances", title="How far groups are from the file", blocks=(plot, table))
