"""Findings of t-closeness: how far groups are from the masked file, and the records of those too far."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.risk.diversity.classes import Amounts, records_by_class
from sdcdesk.risk.diversity.criteria import ConfidentialGroups
from sdcdesk.risk.diversity.figures import breaking, broken_by, worst_group
from sdcdesk.risk.diversity.tables import (
    BREAKING,
    CRITERIA,
    NO_VALUES,
    ValuesInGroups,
    amount_of_group,
    confidential_variables,
    groups_section,
    listed_groups,
    worst_of_group,
)

LI = "Li, Li and Venkatasubramanian 2007"
CAO = "Cao and Karras 2012"
BRICKELL = "Brickell and Shmatikov 2008"

DISTANCE = Declared("distance", "Largest distance", NUMBER, symbol="t", better="less", source=LI).means(
    "Largest distance of any group from the masked file: the share of its confidential values that "
    "would have to become others, times how far they are from these. 0: every group is like all; 1 at most."
)

GAIN = Declared("gain", "Largest relative gain", NUMBER, symbol="β", better="less", source=CAO).means(
    "Largest relative gain of any value in any group, (q − p) / p, with its share q in the group "
    "and p in the masked file: 1 means that it is twice as frequent there."
)

LEARNT = Declared("learnt", "Most bits learnt", NUMBER, symbol="δ", better="less", source=BRICKELL).means(
    "Largest |log₂(q / p)| of any value that occurs in a group, with its share q in the group and p "
    "in the masked file: 1 means that it is twice or half as frequent there."
)


BROKEN = {
    "close": broken_by("share_not_close", "Not t-close", LI).means(
        "Released records in groups at a distance of more than t from the masked file, by any confidential "
        "variable. Divided by the released records."
    ),
    "alike": broken_by("share_not_alike", "Not β-like", CAO).means(
        "Released records in groups where a value gains more than β, by any confidential variable. Divided "
        "by the released records."
    ),
    "private": broken_by("share_not_private", "Not δ-disclosure private", BRICKELL).means(
        "Released records in groups where δ bits or more are learnt of a value, by any confidential "
        "variable. Divided by the released records."
    ),
}

DECLARES = (DISTANCE, GAIN, LEARNT, *BROKEN.values())

FIGURES = (DISTANCE, GAIN, LEARNT)


@dataclass(frozen=True, eq=False)
class Closeness(ValuesInGroups):
    """Confidential values in groups, with what says how far apart values are.

    Attributes
    ----------
    ground
        For each variable.
    """

    ground: Sequence[str]


VARIABLES: DeclaredTable[Closeness] = confidential_variables(
    Column("ground", "Values differ by", None, "How far apart two values are.", secrecy=Secrecy.PUBLIC).cells(
        lambda closeness: closeness.ground, undefined=NO_VALUES
    ),
    *(worst_of_group(one.name, one) for one in FIGURES),
    BREAKING,
)

GROUPS = listed_groups(
    amount_of_group("distance", "Distance", NUMBER, "Distance of the group from the masked file."),
    amount_of_group("gain", "Gain", NUMBER, "Largest relative gain of one of its values."),
    amount_of_group("learnt", "Bits", NUMBER, "Largest |log₂(q / p)| of one of its values."),
)

EDGES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75)
"""Ends of the classes of distances; each belongs to the class below."""

DISTANCES = records_by_class(
    "distances",
    "Records by distance",
    EDGES,
    what="Distance of the group",
    axis="Distance of the group from the file",
    row_title="at such a distance",
    plot="The further left the bars, the less a group tells beyond what the file tells.",
    unit=NUMBER,
)

TABLES = (CRITERIA, DISTANCES, VARIABLES, GROUPS)


def to_findings(
    masked: Microdata,
    keys: Sequence[str],
    confidential: ConfidentialGroups,
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
    confidential
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
        *(worst_group(one, masked, confidential, one.name) for one in FIGURES),
        *(
            breaking(BROKEN[criterion.name], masked, confidential, criterion)
            for criterion in confidential.criteria
        ),
    )
    distances = confidential.by_record("distance")
    found = Closeness(masked, keys, confidential, ground)
    return Findings(
        sections=(
            Section(
                name="closeness",
                about=plain(
                    "What whoever finds somebody's group learns beyond what the whole masked file tells "
                    "anybody."
                ),
                blocks=(*figures, CRITERIA.table(found)),
                notes=tuple(Note(note) for note in notes),
            ),
            DISTANCES.section(
                Amounts(masked, distances, confidential.around.weights),
                title="How far groups are from the file",
            ),
            VARIABLES.section(found, title="By confidential variable"),
            *groups_section(GROUPS, found, "distance", "The groups farthest away"),
        ),
        records={
            "distance": distances,
            "gain": confidential.by_record("gain"),
            "learnt": confidential.by_record("learnt"),
        },
    )
