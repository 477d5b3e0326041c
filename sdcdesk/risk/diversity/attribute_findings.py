"""Findings of attribute disclosure: values that are known for certain, and guesses that are right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Quantity, share
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.table import NOT_DEFINED
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED, SHARING
from sdcdesk.risk.diversity.classes import Amounts, records_by_class
from sdcdesk.risk.diversity.criteria import ConfidentialGroups
from sdcdesk.risk.diversity.figures import nothing_to_learn
from sdcdesk.risk.diversity.group_values import GroupValues
from sdcdesk.risk.diversity.surroundings import Surroundings
from sdcdesk.risk.diversity.tables import (
    NO_VALUES,
    ValuesInGroups,
    WorstGroups,
    amount_of_group,
    confidential_variables,
    groups_section,
    listed_groups,
)

NO_VALUES_RELEASED = "No released record has a value."

SINGLE = Declared(
    "share_single_value", "Value known for certain", SHARE, better="less", source=SHARING.source
).means(
    "Released records in groups, of any size, whose records all have the same value of a "
    "confidential variable: who finds the group knows the value. Divided by the released records."
)

GUESSED = Declared(
    "share_guessed", "Values guessed right", SHARE, better="less", source="Defined by this program"
).means(
    "Share of the confidential values that are right if for each record the most frequent value of "
    "its group is guessed. Divided by the released records with a value; of the variable where it is "
    "largest."
)

RIGHT = Declared("right_guesses", "Right guesses", NUMBER, better="less", source=GUESSED.source).means(
    "Values that are expected to be right if for each record the most frequent value of its group is "
    "guessed: the sum over the records of the largest share in their group; of the variable of which most "
    "are guessed right."
)

BLIND = Declared("share_guessed_blindly", "Guessed right without keys", SHARE, source=GUESSED.source).means(
    "Share of the values of the same variable that are right if everybody is supposed to have the "
    "most frequent one of the file. What more is guessed right comes from the key values."
)

DECLARES = (SHARING, SINGLE, GUESSED, RIGHT, BLIND)

EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Ends of the classes of largest shares; each belongs to the class below."""

SHARES = records_by_class(
    "shares",
    "Records by largest share",
    EDGES,
    what="Largest share in the group",
    axis="Largest share of a value in the group",
    row_title="in such groups",
    plot="The further right the bars, the surer is whoever guesses the most frequent value.",
)


@dataclass(frozen=True, slots=True)
class Guesses:
    """Guesses of one confidential variable.

    Attributes
    ----------
    variable
        The confidential variable.
    records
        Released records with a value, for each of which one is guessed.
    right
        Guesses that are expected to be right: Σ over these records of the largest share in their group.
    blindly
        Guesses that are right if all guesses are the most frequent value of the file.
    """

    variable: str
    records: int
    right: float
    blindly: int

    @classmethod
    def from_groups(cls, one: GroupValues, around: Surroundings) -> "Guesses":
        """Return the guesses of a confidential variable.

        Parameters
        ----------
        one
            The variable, with the amounts "most" and "known": records of each group with its most frequent
            value, and with any.
        around
            The groups.

        Returns
        -------
        Guesses
            Of all released records that have a value.
        """
        if not one.records:
            return cls(one.variable, 0, 0.0, 0)
        weights = None if around.weights is None else around.weights[one.known]
        members = np.bincount(around.labels[one.known], weights, len(around.sizes))
        guessed = members > 0
        # Multiplied first: where groups are apart each term is a whole number, and the sum exact.
        right = members[guessed] * one.amounts["most"][guessed] / one.amounts["known"][guessed]
        return cls(one.variable, one.records, float(right.sum()), int(one.overall.max()))

    @property
    def right_part(self) -> int | float:
        """Right guesses, as a count where they are one."""
        return int(self.right) if self.right.is_integer() else self.right


@dataclass(frozen=True, eq=False)
class GuessedValues(ValuesInGroups):
    """Confidential values in groups, and what is guessed of them.

    Attributes
    ----------
    k
        Size from which a group protects the identity.
    """

    k: int

    @cached_property
    def guesses(self) -> list[Guesses]:
        """What is guessed of each variable."""
        return [Guesses.from_groups(one, self.confidential.around) for one in self.confidential.variables]

    @cached_property
    def single(self) -> list[np.ndarray]:
        """For each variable bool (t,), records in groups with one value."""
        (criterion,) = self.confidential.criteria
        return [
            self.confidential.records(criterion, place) for place in range(len(self.confidential.variables))
        ]

    @cached_property
    def large(self) -> np.ndarray:
        """Bool (t,), records in groups of k or more."""
        large: np.ndarray = self.confidential.around.sizes[self.confidential.around.labels] >= self.k
        return large


VARIABLES: DeclaredTable[GuessedValues] = confidential_variables(
    Column(
        "single", "In all", RECORDS, "Records of any group with one value.", over="One value in the group"
    ).cells(
        lambda guessed: [guessed.confidential.around.record_number(one) for one in guessed.single],
        undefined=NO_VALUES,
    ),
    Column(
        "large", "Large enough", RECORDS, "Of these, in groups of k or more.", over="One value in the group"
    ).cells(
        lambda guessed: [
            guessed.confidential.around.record_number(one & guessed.large) for one in guessed.single
        ],
        undefined=NO_VALUES,
    ),
    Column("guessed", "By groups", SHARE, GUESSED.meaning, over="Guessed right", bar="risk").cells(
        lambda guessed: [one.right / (one.records or np.nan) for one in guessed.guesses], undefined=NO_VALUES
    ),
    Column("blindly", "Without keys", SHARE, BLIND.meaning, over="Guessed right", bar="risk").cells(
        lambda guessed: [one.blindly / (one.records or np.nan) for one in guessed.guesses],
        undefined=NO_VALUES,
    ),
)


def _shared_values(groups: WorstGroups) -> list[str]:
    """Return the value that all records of each group have."""
    codings = [groups.values.confidential.variables[place].coding for place in groups.variable.tolist()]
    codes = groups.amounts("value").astype(np.int64).tolist()
    variables = map(groups.values.masked.variable, groups.names)
    return [
        variable.text(coding.categories[code])
        for variable, coding, code in zip(variables, codings, codes, strict=True)
    ]


GROUPS = listed_groups(
    Column("value", "Value", None, "What all of them have.", secrecy=Secrecy.RECORD).cells(
        _shared_values, undefined=NOT_DEFINED
    ),
    amount_of_group(
        "known",
        "With a value",
        RECORDS,
        "Its records that have a value of the variable.",
        endless=NOT_DEFINED,
    ),
    title="Groups with one value",
    empty="No group has one value only.",
)

TABLES = (SHARES, VARIABLES, GROUPS)


def to_findings(
    masked: Microdata,
    keys: Sequence[str],
    confidential: ConfidentialGroups,
    k: int,
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
    k
        Size from which a group protects the identity.
    notes
        Remarks on keys and confidential variables.

    Returns
    -------
    Findings
        All declared figures of attribute disclosure.
    """
    found, sure = GuessedValues(masked, keys, confidential, k), confidential.by_record("largest")
    return Findings(
        sections=(
            Section(
                name="attribute",
                about=plain(
                    "Values that whoever finds somebody's group knows, or guesses well, without the record."
                ),
                blocks=(*_sure(masked, confidential, k), *_guessed(confidential, found.guesses)),
                notes=tuple(Note(note) for note in notes),
            ),
            SHARES.section(Amounts(masked, sure, confidential.around.weights), title="How sure a guess is"),
            VARIABLES.section(found, title="By confidential variable"),
            *groups_section(GROUPS, found, "largest", "Groups with one value"),
        ),
        records={"largest_share": sure},
    )


def _sure(masked: Microdata, confidential: ConfidentialGroups, k: int) -> tuple[Figure, ...]:
    reason = nothing_to_learn(confidential)
    if reason is not None:
        return tuple(one.undefined(reason) for one in (SHARING, SINGLE))
    (criterion,) = confidential.criteria
    large = confidential.around.sizes[confidential.around.labels] >= k
    single = confidential.records(criterion)
    around = confidential.around
    released = around.records
    in_large, all_of_them = around.record_number(single & large), around.record_number(single)
    part = share(all_of_them, released, empty=NOTHING_RELEASED)
    of_each: list[tuple[str, Quantity | str]] = [
        (
            sentence("The group shares {variable}", variable=one.variable),
            Quantity(around.record_number(confidential.records(criterion, place)), RECORDS),
        )
        for place, one in enumerate(confidential.variables)
    ]
    some = ("At least one such variable", Quantity(all_of_them, RECORDS))
    title = "sharing a confidential value with their group"
    return (
        SHARING.figure(
            Quantity(in_large, RECORDS),
            computation=(
                *of_each,
                some,
                (sentence("Of these in groups below {k}", k=k), Quantity(all_of_them - in_large, RECORDS)),
                (sentence("Of these in groups of {k} or more", k=k), Quantity(in_large, RECORDS)),
            ),
            rows=lambda: masked.rows[single & large],
            row_title=title,
        ),
        SINGLE.figure(
            part,
            computation=(
                *of_each,
                some,
                ("Released records", Quantity(released, RECORDS)),
                ("The last but one ÷ the last", part),
            ),
            rows=lambda: masked.rows[single],
            row_title=title,
        ),
    )


def _guessed(confidential: ConfidentialGroups, guesses: Sequence[Guesses]) -> tuple[Figure, ...]:
    reason = nothing_to_learn(confidential)
    if reason is not None:
        return tuple(one.undefined(reason) for one in (GUESSED, RIGHT, BLIND))
    worst = max((one for one in guesses if one.records), key=lambda one: one.right / one.records)
    # Of other variables fewer values may be missing, so that more guesses are a smaller share.
    most = max(guesses, key=lambda one: one.right)
    right = Quantity(most.right, NUMBER)
    guessed = share(worst.right_part, worst.records, empty=NO_VALUES_RELEASED)
    blindly = share(worst.blindly, worst.records, empty=NO_VALUES_RELEASED)
    known = ("Released records with a value", Quantity(worst.records, RECORDS))
    steps = (
        ("Confidential variable", worst.variable),
        ("Right guesses", Quantity(worst.right, NUMBER)),
        known,
        ("Right guesses ÷ records", guessed),
    )
    often = ("Records with its most frequent value", Quantity(worst.blindly, RECORDS))
    return (
        GUESSED.figure(guessed, computation=steps),
        RIGHT.figure(right, computation=(("Confidential variable", most.variable), ("Right guesses", right))),
        BLIND.figure(blindly, computation=(steps[0], often, known, ("The former ÷ the latter", blindly))),
    )
