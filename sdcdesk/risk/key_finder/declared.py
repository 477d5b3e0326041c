"""Figures and tables of the key finder, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, Reason, Why
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder.key_sets import MOST, TARGETS, KeySets
from sdcdesk.risk.key_finder.ranked_variables import RankedVariables
from sdcdesk.risk.key_finder.smallest_sets import SmallestSets

SOURCE = "Defined by this program, after Elliot, Manning and Ford 2002"

UNIQUE = Declared("unique_records", "Unique by all variables", RECORDS, better="less", source=SOURCE).means(
    "Released records that share their values of all variables together with nobody. A missing "
    "value equals only another missing value."
)

SHARE_UNIQUE = Declared("share_unique", "Share unique by all", SHARE, better="less", source=SOURCE).means(
    "Released records that share their values of all variables together with nobody, divided by the "
    "released records."
)

BY_FEW = Declared("unique_by_few", "Unique by few variables", RECORDS, better="less", source=SOURCE).means(
    "Released records that at most three variables, or as few as asked for, tell apart from all others."
)

SHARE_BY_FEW = Declared("share_by_few", "Share unique by few", SHARE, better="less", source=SOURCE).means(
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
        Column("target", "To single out", SHARE, "Of the released records.", "key", Secrecy.PUBLIC).cells(
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
        Column("size", "Variables needed", None, "Of the smallest unique set.", "key", Secrecy.PUBLIC).cells(
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
        Plot(
            name="sizes_plot",
            title="Smallest unique sets",
            kind="bars",
            x=Axis("Variables needed", column="size"),
            y=Axis("Records", unit=RECORDS, least=0.0),
            series=(Series("records", "Records"),),
            about=plain("The further left the bars, the less an intruder needs to know of a person."),
        ),
    ),
)

TABLES = (RANKED, KEY_SETS, SIZES)
