"""Splitting areas: small ones are published where that is safe, the larger ones elsewhere."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import AssessedAreas, Redesign


def split_areas(
    measure: LinkedTables,
    data: Microdata,
    larger: str,
    limit: float = 0.0,
    *,
    least: int = 1,
    progress: Progress | None = None,
) -> Redesign:
    """Publish small areas where that is safe, and the larger ones elsewhere.

    A larger area is split into the areas of the measure if the risk of none of these is above the limit, and
    none is too small.

    Parameters
    ----------
    measure
        Says which tables are published, and of which small areas.
    data
        The file that is published.
    larger
        Variable with the larger areas.
    limit
        Largest share of the records of an area that may be at risk.
    least
        Fewest records that an area may have.
    progress
        Receives how far the work is.

    Returns
    -------
    Redesign
        From the small areas to those that are published; rejected are larger ones that are above the limit
        or too small.

    Raises
    ------
    DataError
        The measure has no areas, or one lies in several of the larger.
    """
    assessed = AssessedAreas.of(measure, data, progress or Progress())
    parents, before = assessed.parents(larger), assessed.matches
    unfit = (before.risk > limit) | (before.sizes < least)
    whole = np.isin(parents, parents[unfit]) & (parents >= 0)
    group = np.arange(len(parents))
    _, lowest, place = np.unique(parents, return_index=True, return_inverse=True)
    group[whole] = lowest[place][whole]
    texts = as_text(data.coding(larger).values)
    told = {at: texts[parents[at]] for at in np.unique(group[whole]).tolist()}
    found = assessed.redesigned(group, least, told=told)
    refused = (found.table["new_risk"] > limit) | (found.table["new_records"] < least)
    rejected = np.unique(group[whole & refused.to_numpy()]).tolist()
    return assessed.redesigned(group, least, told=told, rejected=rejected) if rejected else found
