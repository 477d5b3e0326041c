"""Metadata transfer: descriptions of variables from another project, and what of them fits this file."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import counted, joined, sentence

Fit = Literal["fits", "differs", "same", "missing here", "new here"]


@dataclass(frozen=True, slots=True)
class MetadataComparison:
    """What another project says of one variable.

    Attributes
    ----------
    name
        The variable.
    fit
        "fits": all of the description suits this file; "differs": only a part does; "same": it is described
        so already; "missing here": the file does not have it; "new here": the other project does not
        describe it.
    description
        What can be transferred; None where nothing can.
    differences
        What does not fit, in sentences.
    """

    name: str
    fit: Fit
    description: Variable | None = None
    differences: tuple[str, ...] = ()


_ORDER: tuple[Fit, ...] = ("fits", "differs", "missing here", "new here", "same")


def compare_metadata(
    data: Microdata, described: Iterable[Variable], progress: Progress = SILENT
) -> tuple[MetadataComparison, ...]:
    """Compare the descriptions of another project with this file; nothing is changed.

    Of a description that suits the file only in part, the part that does is offered: a scale, categories and
    missing codes of numbers are not given to text, nor those of text to numbers; values that have no place
    among the declared categories follow after them, in ascending order.

    Parameters
    ----------
    data
        This file, as it is described now.
    described
        The variables of the other project.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple of MetadataComparison
        The variables of the other project in its order, then those that only this file has.

    Example
    -------
    >>> data = Microdata(pd.DataFrame({"age": [31, 40]}))
    >>> last_year = [Variable(name="age", role="key", scale="continuous"), Variable(name="sex")]
    >>> [(compared.name, compared.fit) for compared in compare_metadata(data, last_year)]
    [('age', 'fits'), ('sex', 'missing here')]
    """
    there = list(described)
    found = [_compared(data, variable) for variable, _ in progress.over(there, "Comparing the descriptions")]
    names = {variable.name for variable in there}
    found += [
        MetadataComparison(name, "new here", differences=("It is not described there.",))
        for name in data.names
        if name not in names
    ]
    return tuple(found)


def by_use(comparisons: Iterable[MetadataComparison]) -> tuple[MetadataComparison, ...]:
    """Return comparisons in the order in which a user looks at them: what can be taken over first.

    Parameters
    ----------
    comparisons
        Comparisons of all variables.

    Returns
    -------
    tuple of MetadataComparison
        The same; among equal ones the order stays.
    """
    return tuple(sorted(comparisons, key=lambda compared: _ORDER.index(compared.fit)))


def description_text(compared: MetadataComparison) -> str:
    """Return what can be taken over, in words.

    Parameters
    ----------
    compared
        Comparison of one variable.

    Returns
    -------
    str
        "key, continuous, years, 1 missing code".
    """
    variable = compared.description
    if variable is None:
        return "Described so already" if compared.fit == "same" else "Nothing"
    parts: list[str] = [str(variable.role), str(variable.scale), variable.unit]
    if variable.categories:
        parts.append(counted(len(variable.categories), "category", "categories"))
    if variable.missing:
        parts.append(counted(len(variable.missing), "missing code"))
    return joined([part for part in parts if part])


def _compared(data: Microdata, there: Variable) -> MetadataComparison:
    if there.name not in data:
        return MetadataComparison(there.name, "missing here", differences=("It is not in this file.",))
    typed, differences = _with_type_of(there, data)
    suited, more = _with_places(typed, data)
    differences += more
    if suited == data.variable(there.name):
        return MetadataComparison(there.name, "same", differences=differences)
    return MetadataComparison(there.name, "differs" if differences else "fits", suited, differences)


def _with_type_of(there: Variable, data: Microdata) -> tuple[Variable, tuple[str, ...]]:
    """Leave out what belongs to the other type: numbers or text."""
    here = data.variable(there.name)
    numeric = pd.api.types.is_numeric_dtype(data.column(there.name))
    changes: dict[str, object] = {}
    differences = []
    if there.scale is Scale.CONTINUOUS and not numeric:
        changes["scale"], changes["categories"] = here.scale, here.categories
        differences.append("Another type: it was continuous, and here it holds text; its scale stays.")
    remarks = (
        "Another type: here it holds numbers; its categories stay.",
        "Another type: here it holds numbers; its missing codes stay.",
    )
    if not numeric:
        remarks = (
            "Another type: here it holds text; its categories stay.",
            "Another type: here it holds text; its missing codes stay.",
        )
    for field, words in zip(("categories", "missing"), remarks, strict=True):
        values: tuple[Value, ...] = getattr(there, field)
        if any(isinstance(value, str) is numeric for value in values):
            changes[field] = getattr(here, field)
            differences.append(words)
    return (there.changed(**changes) if changes else there), tuple(differences)


def _with_places(suited: Variable, data: Microdata) -> tuple[Variable, tuple[str, ...]]:
    """Give the values that occur a place among the declared categories."""
    if not suited.categories:
        return suited, ()
    found = pd.Index(data.column(suited.name).dropna().unique())
    new = found[~found.isin(suited.categories) & ~found.isin(suited.missing)].sort_values().tolist()
    if not new:
        return suited, ()
    one, many = (
        "Other categories: {n} value was not declared there; last in the list.",
        "Other categories: {n} values were not declared there; last in the list.",
    )
    if suited.scale is Scale.ORDINAL:
        one, many = (
            "Other categories: {n} value was not declared there; last in its order.",
            "Other categories: {n} values were not declared there; last in its order.",
        )
    difference = sentence(one, many, "n", n=len(new))
    return suited.changed(categories=(*suited.categories, *new)), (difference,)
