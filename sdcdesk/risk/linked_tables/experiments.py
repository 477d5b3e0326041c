"""Experiments of Duke-Williams and others: which size of area is safe, for which tables."""

from collections.abc import Sequence

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk.linked_tables.key_experiments import ever_more, every_two, vanishing_size
from sdcdesk.risk.linked_tables.matches import Matches
from sdcdesk.risk.linked_tables.measure import LinkedTables


def uniques_by_geography(
    measure: LinkedTables, data: Microdata, geographies: Sequence[str], progress: Progress | None = None
) -> pd.DataFrame:
    """Count, with all tables as key, the people who are alone in every table (the first experiment).

    Parameters
    ----------
    measure
        Says which tables are published.
    data
        The people.
    geographies
        Variables with areas.
    progress
        Receives how far the work is.

    Returns
    -------
    pd.DataFrame
        A row a geography: `geography`, `areas`, `records`, `uniques`, `areas_at_risk`, `vanishes_above` (0
        where nobody is unique).
    """
    progress = progress or Progress()
    rows = []
    for name in geographies:
        found = _changed(measure, area=name, match=()).matches(data, data, progress)
        at_risk = found.of_areas(found.true)
        rows.append(
            {
                "geography": name,
                "areas": len(found.sizes),
                "records": len(data),
                "uniques": int(found.true.sum()),
                "areas_at_risk": int((at_risk > 0).sum()),
                "vanishes_above": vanishing_size(found),
            }
        )
    return pd.DataFrame(rows)


def every_two_as_key(
    measure: LinkedTables, data: Microdata, progress: Progress | None = None
) -> pd.DataFrame:
    """Take every two tables as the key by which people are found in the others (the second experiment).

    Parameters
    ----------
    measure
        Says which tables are published, and of which areas.
    data
        The people.
    progress
        Receives how far the work is.

    Returns
    -------
    pd.DataFrame
        A row a pair of tables: `first`, `second` (numbers from 1), `true`, `false`, `risk`, `false_rate`,
        `vanishes_above` (0 where nobody is at risk).
    """
    progress = progress or Progress()
    tables = measure.area_tables(data, data)
    return pd.DataFrame(
        [
            {
                "first": one.tables[0],
                "second": one.tables[1],
                "true": one.true,
                "false": one.false,
                "risk": one.true / max(one.records, 1),
                "false_rate": one.false / max(one.records, 1),
                "vanishes_above": one.vanishes_above,
            }
            for one in every_two(tables, progress)
        ]
    )


def tables_against_area(
    measure: LinkedTables, data: Microdata, geographies: Sequence[str], progress: Progress | None = None
) -> pd.DataFrame:
    """Publish ever more tables of ever other areas: how many counts are too many for which size of area.

    The first table is the key, and one of the others is enough to tell something: so every further table adds
    to the risk, never takes from it.

    Parameters
    ----------
    measure
        Says which tables are published, in the order in which they are added, and what counts in them.
    data
        The people.
    geographies
        Variables with areas.
    progress
        Receives how far the work is.

    Returns
    -------
    pd.DataFrame
        A row a geography and number of tables: `geography`, `people` (an area has on average), `tables`,
        `counts` (cells published of an area), `risk`, `vanishes_above` (0 where nobody is at risk).
    """
    progress = progress or Progress()
    rows = []
    for name in geographies:
        tables = _changed(measure, area=name).area_tables(data, data)
        rows += [
            {
                "geography": name,
                "people": len(data) / max(len(tables.first), 1),
                "tables": one.tables[0],
                "counts": one.counts,
                "risk": one.true / max(one.records, 1),
                "vanishes_above": one.vanishes_above,
            }
            for one in ever_more(tables, progress)
        ]
    return pd.DataFrame(rows)


def by_population(found: Matches) -> pd.DataFrame:
    """Return the points of figures 1 to 6.

    Parameters
    ----------
    found
        Who is found in the tables.

    Returns
    -------
    pd.DataFrame
        A row an area, by ascending `population`, with its `risk` and `false_rate`.
    """
    false = found.of_areas(found.false) / found.sizes
    points = pd.DataFrame({"population": found.sizes, "risk": found.risk, "false_rate": false})
    return points.sort_values("population", kind="stable", ignore_index=True)


def _changed(measure: LinkedTables, **choices: object) -> LinkedTables:
    return measure.model_copy(update=choices)
