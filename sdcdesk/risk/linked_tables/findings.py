"""Figures and tables of the risk in linked tables."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity, Reason, Why, count_unit, share
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.linked_tables.matches import Matches
from sdcdesk.risk.record_risks.record_counts import count_and_share

SOURCE = "Duke-Williams, Openshaw, Rees and Evans 1998, sections 2.2, 3 and 5"

AREAS = count_unit("area")

risk_figure = partial(Declared, better="less", source=SOURCE)

RISK = risk_figure("risk", "Risk in linked tables", SHARE, symbol="ΣD/N").means(
    "Released records that are alone in their cell of every table in which they are, divided by the released "
    "records; with key tables, those that are found by them and confirmed by the others."
)
AT_RISK = risk_figure("records_at_risk", "Records at risk", RECORDS).means(
    "Released records that are alone in their cell of every table in which they are."
)
FALSE_RATE = risk_figure("false_rate", "False matches, share", SHARE).means(
    "Released records that are alone in the key tables but not in the others, divided by the released "
    "records: whoever finds them is misled."
)
FALSE = Declared("false_matches", "False matches", RECORDS, source=SOURCE).means(
    "Released records that are alone in the key tables but not in the others."
)
FALSE_OF_MATCHES = Declared("false_of_matches", "False among matches", SHARE, source=SOURCE).means(
    "False matches divided by all matches, true and false: how often an intruder is misled."
)
FUZZY = risk_figure("fuzzy_risk", "Fuzzy risk", SHARE).means(
    "The share of a record's cells in which it is alone, on average over the released records."
)
LARGEST_AREA = risk_figure("largest_area_risk", "Largest risk of an area", SHARE).means(
    "Records at risk of an area divided by its released records, for the area where that is most."
)
AREAS_AT_RISK = risk_figure("areas_at_risk", "Areas at risk", AREAS).means(
    "Areas in which at least one released record is at risk."
)
VANISHES_ABOVE = risk_figure("vanishes_above", "Largest area at risk", RECORDS).means(
    "Released records of the largest area with a record at risk: in all larger areas the risk has vanished."
)

DECLARES = (
    RISK,
    AT_RISK,
    FALSE_RATE,
    FALSE,
    FALSE_OF_MATCHES,
    FUZZY,
    LARGEST_AREA,
    AREAS_AT_RISK,
    VANISHES_ABOVE,
)

NO_MATCH = Reason(Why.ZERO_DIVISOR, "No released record is alone in the key tables.")
NO_RISK = Reason(Why.NOT_APPLICABLE, "No released record is at risk.")
NOTHING = Reason(Why.NO_RECORDS, NOTHING_RELEASED)

PUBLISHED: DeclaredTable[Matches] = DeclaredTable(
    name="published",
    title="Published tables",
    about=plain("Who is alone in a cell of each table, in the own area."),
    columns=(
        public_key("place", "Number", meaning="In the order in which they were named.").cells(
            lambda found: [str(place + 1) for place in range(len(found.tables.names))]
        ),
        Column("table", "Table", None, "Its variables.").cells(lambda found: list(found.tables.names)),
        Column("use", "Used as", None, "What an intruder does with it.").cells(
            lambda found: [
                "key" if place in found.tables.keys else "target" for place in range(len(found.tables.names))
            ]
        ),
    ),
)

LISTED_AREAS: DeclaredTable[Matches] = DeclaredTable(
    name="areas",
    title="Areas by risk",
    about=plain("All areas, those with the largest risk first, of equal ones those with fewer records."),
    columns=(
        Column("area", "Area", None, "Its value in the masked file.", "key", Secrecy.RECORD).cells(
            lambda found: _area_names(found)
        ),
        Column("records", "Records", RECORDS, "Released records of the area.").cells(
            lambda found: found.sizes[found.order]
        ),
        Column("at_risk", "At risk", RECORDS, "Of these, alone in all tables.").cells(
            lambda found: found.of_areas(found.true)[found.order]
        ),
        Column("false", "False matches", RECORDS, "Of these, alone in the key tables only.").cells(
            lambda found: found.of_areas(found.false)[found.order]
        ),
        Column("risk", "Risk", SHARE, "At risk ÷ records.", bar="risk").cells(
            lambda found: found.risk[found.order]
        ),
        Column("false_rate", "False, share", SHARE, "False matches ÷ records.").cells(
            lambda found: (found.of_areas(found.false) / found.sizes)[found.order]
        ),
    ),
    empty="No area is known.",
    rows=lambda found, at: found.tables.masked.rows[found.true & (found.tables.areas == found.order[at])],
    row_title=lambda _found, _at: "at risk in this area",
    capped=20,
    plots=(
        Plot(
            kind="points",
            name="by_population",
            title="Risk against population",
            label="area",
            named=3,
            figure=LARGEST_AREA.name,
            x=Axis("Released records of the area", column="records", unit=RECORDS, least=0.0),
            y=Axis("Share of its records", unit=SHARE, least=0.0),
            series=(Series("risk", "At risk"), Series("false_rate", "False matches")),
            about=plain(
                "The population from which on no area has a risk is one that a release could ask for."
            ),
        ),
    ),
)

TABLES = (PUBLISHED, LISTED_AREAS)


def _area_names(found: Matches) -> pd.Series:
    if not found.tables.variable:
        return pd.Series(["whole file"] * len(found.tables.first), dtype=object)
    return key_texts(found.tables.masked, found.tables.variable, found.tables.first[found.order])


def to_findings(found: Matches, notes: Sequence[Sentence], tried: Sequence[Section] = ()) -> Findings:
    """Return the findings.

    Parameters
    ----------
    found
        Who is found in the tables.
    notes
        Remarks.
    tried
        Sections of an experiment.

    Returns
    -------
    Findings
        All declared figures; for each record the share of its cells in which it is alone.
    """
    number, part = count_and_share(
        AT_RISK,
        RISK,
        found.tables.masked,
        found.true,
        counted="Records at risk",
        row_title="at risk in the tables",
    )
    false, rate = count_and_share(
        FALSE,
        FALSE_RATE,
        found.tables.masked,
        found.false,
        counted="False matches",
        row_title="alone in the key tables only",
    )
    headline = Section(
        name="linked_tables",
        about=_about(found),
        blocks=(part, number, rate, false, _of_matches(found), _fuzzy(found), *_of_areas(found)),
        notes=tuple(Note(one) for one in notes),
    )
    return Findings(
        sections=(headline, LISTED_AREAS.section(found), *tried, PUBLISHED.section(found)),
        records={"fuzzy": found.fuzzy, "at_risk": found.true.astype(np.float64)},
    )


def _about(found: Matches) -> Sentence:
    if not len(found.tables.areas):
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record stands alone in its cell of every table in which it is.",
        "{n} released records stand alone in their cells of every table in which they are.",
        "n",
        n=int(found.true.sum()),
    )


def _of_matches(found: Matches) -> Figure:
    true, false = int(found.true.sum()), int(found.false.sum())
    if not true + false:
        return FALSE_OF_MATCHES.undefined(NO_MATCH)
    steps = (("False matches", Quantity(false, RECORDS)), ("True matches", Quantity(true, RECORDS)))
    return FALSE_OF_MATCHES.figure(share(false, true + false, empty=NOTHING_RELEASED), computation=steps)


def _fuzzy(found: Matches) -> Figure:
    if not len(found.tables.areas):
        return FUZZY.undefined(NOTHING)
    # In ascending order, so that the order of the records changes no digit.
    total = float(np.sort(found.fuzzy).sum())
    alone = int(np.count_nonzero(found.cells.unique))
    return FUZZY.figure(Quantity(total / len(found.tables.areas), SHARE, people=(alone,)))


def _of_areas(found: Matches) -> tuple[Figure, ...]:
    if not len(found.tables.areas):
        return tuple(one.undefined(NOTHING) for one in (LARGEST_AREA, AREAS_AT_RISK, VANISHES_ABOVE))
    at_risk = found.of_areas(found.true)
    there, worst = at_risk > 0, int(found.order[0])
    largest = share(int(at_risk[worst]), int(found.sizes[worst]), empty=NOTHING_RELEASED)
    steps = (
        ("Records at risk of the area", Quantity(int(at_risk[worst]), RECORDS)),
        ("Released records of the area", Quantity(int(found.sizes[worst]), RECORDS)),
    )
    number = Quantity(int(there.sum()), AREAS, people=(int(at_risk.sum()),))
    areas = (
        LARGEST_AREA.figure(largest, computation=steps),
        AREAS_AT_RISK.figure(
            number,
            computation=(("Areas at risk", number), ("Areas", Quantity(len(found.tables.first), AREAS))),
        ),
    )
    if not there.any():
        return (*areas, VANISHES_ABOVE.undefined(NO_RISK))
    return (*areas, VANISHES_ABOVE.figure(Quantity(int(found.sizes[there].max()), RECORDS)))
