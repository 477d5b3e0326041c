"""Areas: their risk against their population, and the areas one by one."""

from itertools import takewhile

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason
from sdcdesk.core.numbers.round_steps import round_steps
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.census_uniqueness.declared import AREAS
from sdcdesk.risk.census_uniqueness.uniqueness import Areas
from sdcdesk.risk.keys.key_values import key_texts

OF_POPULATIONS = (
    Column("population", "Population", None, "Released records of an area.", "key", Secrecy.PUBLIC),
    Column("areas", "Areas", AREAS, "Areas of so many released records."),
    Column("at_risk", "At risk", AREAS, "Areas of these in which a record is unique."),
    Column("records", "Records", RECORDS, "Released records of these areas."),
    Column("unique", "Unique", RECORDS, "Records of these that are unique in their area."),
    Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk"),
    Column("largest", "Largest risk", SHARE, "Of one of these areas.", bar="risk"),
)

OF_AREAS = (
    Column("area", "Area", None, "Its value in the masked file.", "key", Secrecy.RECORD),
    Column("records", "Records", RECORDS, "Released records of the area."),
    Column("unique", "Unique", RECORDS, "Of these, unique in the area."),
    Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk"),
)


def area_sections(masked: Microdata, areas: Areas, none: Reason) -> list[Section]:
    """Return the sections on areas.

    Parameters
    ----------
    masked
        The masked file.
    areas
        Areas with records.
    none
        Why there are none, where there are none.

    Returns
    -------
    list[Section]
        Risk against population, and all areas; without areas the tables are empty and say why.
    """
    return [
        Section(
            name="populations", title="Risk against population", blocks=_populations(masked, areas, none)
        ),
        Section(name="areas", title="Areas", blocks=(_areas(masked, areas, none),)),
    ]


def _populations(masked: Microdata, areas: Areas, none: Reason) -> tuple[Plot, Table]:
    sizes, unique, risk = areas.sizes, areas.unique, areas.risk
    lows = _lows(int(sizes.max(initial=0)))
    place = np.searchsorted(lows, sizes, side="right") - 1
    members = [place == at for at in range(len(lows))]
    records = [int(sizes[one].sum()) for one in members]
    frame = pd.DataFrame(
        {
            "population": pd.Series([_class_name(lows, at) for at in range(len(lows))], dtype=object),
            "areas": pd.Series([int(one.sum()) for one in members], dtype="int64"),
            "at_risk": pd.Series([int((unique[one] > 0).sum()) for one in members], dtype="int64"),
            "records": pd.Series(records, dtype="int64"),
            "unique": pd.Series([int(unique[one].sum()) for one in members], dtype="int64"),
            "largest": pd.Series([risk[one].max(initial=0.0) for one in members], dtype=float),
        }
    )
    frame = frame.assign(risk=frame["unique"] / frame["records"])
    held = np.flatnonzero(frame["areas"])  # a class without areas has no risk
    frame = frame.iloc[held].reset_index(drop=True)

    def rows(at: int) -> np.ndarray:
        found: np.ndarray = masked.rows[areas.alone & members[held[at]][areas.labels]]
        return found

    title = "Risk against population"
    table = Table(
        name="populations",
        title=title,
        about=plain("Areas by the number of their released records."),
        columns=OF_POPULATIONS,
        frame=frame,
        empty=none.text,
        rows=rows,
        row_title=lambda at: f"unique in an area of {frame['population'][at]}",
    )
    plot = Plot(
        name="populations_plot",
        title=title,
        kind="bars",
        table=table.name,
        x=Axis("Released records of an area", column="population"),
        y=Axis("Risk", unit=SHARE, least=0.0),
        series=(Series("risk", "Risk"), Series("largest", "Largest risk")),
        about=plain("The population from which on no area has a risk is one that a release could ask for."),
    )
    return plot, table


def _lows(largest: int) -> np.ndarray:
    """Return the smallest population of each class, 1, 2, 5, 10, 20 and so on, up to the largest area."""
    lows = takewhile(lambda low: low <= largest, map(int, round_steps(1)))
    return np.fromiter(lows, dtype=np.int64)


def _class_name(lows: np.ndarray, at: int) -> str:
    low = int(lows[at])
    if at == len(lows) - 1:
        return f"{low}+"
    high = int(lows[at + 1]) - 1
    return str(low) if high == low else f"{low}–{high}"


def _areas(masked: Microdata, areas: Areas, none: Reason) -> Table:
    frame = pd.DataFrame(
        {
            "area": key_texts(masked, areas.variable, areas.first),
            "records": areas.sizes,
            "unique": areas.unique,
            "risk": areas.risk,
        }
    )

    def rows(at: int) -> np.ndarray:
        found: np.ndarray = masked.rows[areas.alone & (areas.labels == at)]
        return found

    return Table(
        name="areas",
        title="Areas by risk",
        about=plain("All areas, those with the largest risk first, of equal ones those with fewer records."),
        columns=OF_AREAS,
        frame=frame,
        empty=none.text,
        rows=rows,
        row_title=lambda _at: "unique in this area",
        capped=20,
    )
