"""Metadata transfer: descriptions from another project or a codebook, and what of them fits this file."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import counted, joined
from sdcdesk.io.codebook.description_fit import fitted

Fit = Literal["fits", "differs", "same", "missing here", "new here"]


@dataclass(frozen=True, slots=True)
class MetadataComparison:
    """What another project or a codebook says of one variable.

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

    Of a description that suits the file only in part, the part that does is offered; see `fitted`.

    Parameters
    ----------
    data
        This file, as it is described now.
    described
        The variables of the other project; or of a codebook, `completed` by what is known here.
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
        "key, continuous, label, years, 1 missing code".
    """
    variable = compared.description
    if variable is None:
        return "Described so already" if compared.fit == "same" else "Nothing"
    label = "label" if variable.label else ""
    parts: list[str] = [str(variable.role), str(variable.scale), label, variable.unit]
    if variable.categories:
        parts.append(counted(len(variable.categories), "category", "categories"))
    if variable.value_labels:
        parts.append(counted(len(variable.value_labels), "value label"))
    if variable.missing:
        parts.append(counted(len(variable.missing), "missing code"))
    if variable.missing_ranges:
        words = ("range of missing values", "ranges of missing values")
        parts.append(counted(len(variable.missing_ranges), *words))
    return joined([part for part in parts if part])


def _compared(data: Microdata, there: Variable) -> MetadataComparison:
    if there.name not in data:
        return MetadataComparison(there.name, "missing here", differences=("It is not in this file.",))
    suited, differences = fitted(data, there)
    if suited == data.variable(there.name):
        return MetadataComparison(there.name, "same", differences=differences)
    return MetadataComparison(there.name, "differs" if differences else "fits", suited, differences)
