"""Hierarchy from a mapping: a table that says of some values, or of all, what they become."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd

from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies.builders.assembled import TOP, LevelLabels, Values, assembled, value_column
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places


def mapping_hierarchy(
    values: Values,
    mapping: Mapping[str, str | Sequence[str]] | Hierarchy,
    *,
    rest: str = "",
    titles: Sequence[str] = (),
) -> Hierarchy:
    """Return the hierarchy in which values have the labels that a mapping gives them.

    Parameters
    ----------
    values
        Values of the variable; those that the mapping lacks are put behind its own.
    mapping
        By value what it becomes, or its labels from the narrowest to the widest; or a hierarchy. Numbers may
        be written in any way.
    rest
        What values become that it lacks; empty: they stay as they are at each level, or follow the label that
        they are equal to. A label of a wider level that all others share, or "*", is theirs, too.
    titles
        Titles of its levels; empty: those of the hierarchy, if it is one.

    Returns
    -------
    Hierarchy
        With all values of both.

    Raises
    ------
    ValueError
        The mapping does not give every value equally many labels; a clause says where.
    ParameterError
        It names no value, or its labels do not nest.

    Examples
    --------
    >>> zones = {"Ulm": "South", "Kiel": "North"}
    >>> mapping_hierarchy(["Ulm", "Kiel", "Bonn"], zones, rest="elsewhere").rows["Bonn"]
    ('elsewhere', '*')
    """
    known = mapping if isinstance(mapping, Hierarchy) else Hierarchy.from_rows(mapping)
    titles = titles or known.titles or [""] * known.height
    if len(titles) != known.height:
        raise ParameterError("There must be a title for each level of the mapping, or none.", "titles")
    column = value_column(values)
    lacking = column[pd.Series(places(column, known) < 0)]
    texts = as_text(lacking)
    added: list[list[str]] = []
    for below, above in pairwise([known.values, *known.levels]):
        wider = {} if below is known.values else dict(zip(below, above, strict=True))
        now = added[-1] if added else texts
        if len(set(above)) == 1 and (added or above[0] == TOP):  # what drops the others drops these, too
            now, wider = [above[0]] * len(texts), {}
        elif rest and not added:
            now = [rest] * len(texts)
        added.append([wider.get(label, label) for label in now])
    levels = [[*labels, *more] for labels, more in zip(known.levels, added, strict=True)]
    pairs = zip(titles, levels, strict=True)
    return assembled([*known.values, *texts], [LevelLabels(title, labels) for title, labels in pairs])
