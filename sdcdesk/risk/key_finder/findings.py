"""Figures and tables of the variables that could be keys."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VARIABLES,
    Bound,
    Quantity,
    Reason,
    Why,
)
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import bars_of_records
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys
from sdcdesk.risk.key_finder.key_sets import MOST, TARGETS, KeySets, Reaching, SmallestSets, reaches, reaching
from sdcdesk.risk.key_finder.ranked_variables import RankedVariables
from sdcdesk.risk.record_risks.record_counts import count_and_share

SOURCE = "Defined by this program, after Elliot, Manning and Ford 2002"

risk_figure = partial(Declared, better="less", source=SOURCE)

UNIQUE = risk_figure("unique_records", "Unique by all variables", RECORDS).means(
    "Released records that share their values of all variables together with nobody. A missing "
    "value equals only another missing value."
)

SHARE_UNIQUE = risk_figure("share_unique", "Share unique by all", SHARE).means(
    "Released records that share their values of all variables together with nobody, divided by the "
    "released records."
)

BY_FEW = risk_figure("unique_by_few", "Unique by few variables", RECORDS).means(
    "Released records that at most three variables, or as few as asked for, tell apart from all others."
)

SHARE_BY_FEW = risk_figure("share_by_few", "Share unique by few", SHARE).means(
    "Released records that at most three variables, or as few as asked for, tell apart from all "
    "others, divided by the released records."
)

REACHED = tuple(
    Declared(
        name=f"variables_for_{percent}_percent",
        title=sentence("Variables to single out {percent} %", percent=str(percent)),
        unit=VARIABLES,
        meaning=sentence(
            "So few variables together tell at least {percent} % of the released "
            "records apart, if they are chosen well.",
            percent=str(percent),
        ),
        better="more",
        source=SOURCE,
    )
    for percent in TARGETS
)

DECLARES = (UNIQUE, SHARE_UNIQUE, BY_FEW, SHARE_BY_FEW, *REACHED)

RANKED = DeclaredTable[RankedVariables](
    name="variables",
    title="Variables by what they add",
    about=plain(
        "Without a variable that adds much, fewer records are unique: it is a key if others know it."
    ),
    columns=(
        Column("variable", "Variable", role="key").cells(lambda ranked: ranked.names),
        Column("role", "Role").cells(lambda ranked: ranked.roles),
        Column("alone", "Unique alone", RECORDS, "Records that the variable alone tells apart.").cells(
            lambda ranked: ranked.alone
        ),
        Column(
            "marginal", "Lost without it", RECORDS, "Records unique by all variables, but not without this."
        ).cells(lambda ranked: ranked.marginal),
        Column(
            "mean",
            "Added on average",
            NUMBER,
            "Records that it makes unique in a set, on average over all sets up to the largest size.",
        ).cells(lambda ranked: ranked.mean, bound=lambda ranked: ranked.bound),
        Column("reason", "Why").cells(lambda ranked: ranked.reasons),
    ),
    rows=lambda ranked, at: ranked.keys.rows_lost_without(int(ranked.order[at])),
    row_title=lambda ranked, at: sentence("not unique without {name}", name=ranked.names[at]),
)

KEY_SETS = DeclaredTable[KeySets](
    name="key_sets",
    title="Smallest sets",
    about=sentence(
        "The smallest sets that single out 1 %, 5 % and 20 % of the released records, those that single "
        "out most first, at most {most} each; then the smallest of variables that others know."
        " These are the keys, and variables of no role whose names say so.",
        most=MOST,
    ),
    columns=(
        public_key("target", "To single out", SHARE, "Of the released records.").cells(
            lambda sets: [percent / 100 for percent, _ in sets.listed]
        ),
        Column("variables", "Variables", None, "A set that does.", "key").cells(
            lambda sets: [", ".join(sets.named(at)) for at in range(len(sets.listed))]
        ),
        Column(
            "size",
            "Number of variables",
            VARIABLES,
            "No smaller set does, of all or of what others know.",
            secrecy=Secrecy.PUBLIC,
        ).cells(lambda sets: [len(some) for _, some in sets.listed]),
        Column("unique", "Unique records", RECORDS, "Records that the set tells apart.").cells(
            lambda sets: sets.unique
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk").cells(
            lambda sets: [number / sets.keys.records for number in sets.unique]
        ),
        Column("known", "What others know", None, "Whether the set suggests itself as a scenario.").cells(
            lambda sets: sets.suggested
        ),
    ),
    empty="No set that was counted singles out 1 % of the released records.",
    rows=lambda sets, at: sets.keys.rows(sets.listed[at][1]),
    row_title=lambda sets, at: sentence("told apart by {names}", names=", ".join(sets.named(at))),
    known=lambda sets, at: sets.named(at) if sets.suggested[at] else (),
)

SIZES = DeclaredTable[SmallestSets](
    name="sizes",
    title="Smallest unique sets",
    about=plain(
        "How few variables tell a record apart; “none” counts records that all variables together do not."
    ),
    columns=(
        public_key("size", "Variables needed", meaning="Of the smallest unique set.").cells(
            lambda sets: sets.names
        ),
        Column("records", "Records", RECORDS, "Released records with such a smallest set.").cells(
            lambda sets: sets.counts
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk").cells(
            lambda sets: sets.counts / (sets.keys.records or np.nan),
            undefined=Reason(Why.NO_RECORDS, NOTHING_RELEASED),
        ),
    ),
    rows=lambda sets, at: sets.keys.masked.rows[sets.members[at]],
    row_title=lambda sets, at: sets.row_title(at),
    plots=(
        bars_of_records(
            "Variables needed",
            "size",
            "The further left the bars, the less an intruder needs to know of a person.",
        ),
    ),
)

TABLES = (RANKED, KEY_SETS, SIZES)


def to_findings(keys: AssessedKeys, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    notes
        Remarks on the variables and on what was counted.

    Returns
    -------
    Findings
        All declared figures; for each record the number of counted sets that tell it apart.
    """
    targets = reaching(keys)
    headline = Section(
        name="key_finder",
        about=_about(keys),
        blocks=(*_figures(keys), *_reached(keys, targets)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    about = plain("Whoever knows these few variables of a person finds the person's record for certain.")
    return Findings(
        sections=(
            headline,
            RANKED.section(RankedVariables(keys), title="Variables"),
            KEY_SETS.section(KeySets(keys, targets), title="Sets that single out many", about=about),
            SIZES.section(SmallestSets(keys)),
        ),
        records={"sets": keys.uniqueness.sets},
    )


def _about(keys: AssessedKeys) -> Sentence:
    if not keys.records:
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record is told apart by at most {few} of {all}.",
        "{n} released records are told apart by at most {few} of {all}.",
        "n",
        n=int(keys.uniqueness.by_few.sum()),
        few=keys.uniqueness.counted,
        all=_variables(len(keys.names)),
    )


def _variables(number: int) -> Sentence:
    return sentence("{variables} variable", "{variables} variables", "variables", variables=number)


def _figures(keys: AssessedKeys) -> tuple[Figure, ...]:
    counted = partial(count_and_share, masked=keys.masked, counted="Unique records")
    whole, by_few = keys.uniqueness.whole, keys.uniqueness.by_few
    return (
        *counted(UNIQUE, SHARE_UNIQUE, chosen=whole, row_title="unique by all variables"),
        *counted(BY_FEW, SHARE_BY_FEW, chosen=by_few, row_title="unique by few variables"),
    )


def _reached(keys: AssessedKeys, targets: tuple[Reaching, ...]) -> tuple[Figure, ...]:
    """Return how few variables reach each target."""
    return tuple(
        one.figure(
            _fewest(keys, target),
            computation=_steps(keys, target),
            rows=partial(keys.rows, target.sets[0]) if target.sets else None,
            row_title=sentence("told apart by {named}", named=", ".join(keys.named(target.sets[0])))
            if target.sets
            else "",
        )
        for one, target in zip(REACHED, targets, strict=True)
    )


def _fewest(keys: AssessedKeys, target: Reaching) -> Quantity:
    if target.sets:
        return Quantity(len(target.sets[0]), VARIABLES)
    if not keys.records:
        return Quantity(None, VARIABLES, reason=Reason(Why.NO_RECORDS, NOTHING_RELEASED))
    if reaches(keys, int(keys.uniqueness.whole.sum()), target.percent):
        return Quantity(keys.uniqueness.counted + 1, VARIABLES, Bound.AT_LEAST)
    words = "Not even all variables together tell so many records apart."
    return Quantity(None, VARIABLES, reason=Reason(Why.NONE_SUFFICES, words))


def _steps(keys: AssessedKeys, target: Reaching) -> tuple[tuple[str, Quantity | str], ...]:
    if not target.sets:
        return ()
    best = target.sets[0]
    return (
        ("Variables", ", ".join(keys.named(best))),
        ("Records that they tell apart", Quantity(keys.uniqueness.unique[best], RECORDS)),
        ("Released records", Quantity(keys.records, RECORDS)),
    )
