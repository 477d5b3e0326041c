"""Local coding: what local recoding would lose of the same keys, to be seen beside the best coding."""

from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchy
from sdcdesk.masking.local_recoding.declared import GRANULARITY_KEPT
from sdcdesk.masking.local_recoding.method import LocalRecoding
from sdcdesk.search.codings.codings import Codings

LEAST = 1e-9
"""Importance of a key that counts for nothing in the loss: local recoding takes none of 0."""


@dataclass(frozen=True, slots=True, eq=False)
class LocalCoding:
    """A file recoded locally, to the same k as the codings of a search.

    Attributes
    ----------
    method
        The step.
    masked
        The file, and what the step reports.
    loss
        The loss by arithmetic mean, weighted as in the search; that of a coding is
        `Codings.loss(node, "loss")`. No record is left out.
    """

    method: LocalRecoding
    masked: Masked
    loss: float


def local_coding(codings: Codings, data: Microdata, progress: Progress = SILENT) -> LocalCoding:
    """Recode a file locally, with the keys, hierarchies, k and weights of a search.

    Parameters
    ----------
    codings
        What the search found.
    data
        The file that was searched.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    LocalCoding
        With its loss.

    Raises
    ------
    ParameterError
        Groups of one record are enough, for which nothing needs to be recoded.
    Cancelled
        The user asked to stop.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"town": ["Kiel", "Kiel", "Bremen", "Bremen", "Ulm"]}))
    >>> zones = {"Bremen": "North > any", "Kiel": "North > any", "Ulm": "South > any"}
    >>> towns = {"town": sdc.Hierarchy.from_rows(zones)}
    >>> found = sdc.search.lattice(data, towns, k=2)
    >>> found.loss(found.optimum), sdc.search.local_coding(found, data).loss
    (1.0, 0.7)
    """
    request, searched = codings.request, codings.lattice
    if request.k < 2:
        raise ParameterError(
            plain("Local recoding is for groups of 2 records or more; choose a larger k."), "k"
        )
    weights = dict(zip(searched.keys, request.weights.tolist(), strict=True))
    method = LocalRecoding(
        keys=searched.keys,
        k=request.k,
        hierarchies=tuple(
            KeyHierarchy(variable=name, hierarchy=hierarchy)
            for name, hierarchy in zip(searched.keys, searched.hierarchies, strict=True)
        ),
        importance={name: max(weight, LEAST) for name, weight in weights.items()},
    )
    masked = method.mask(data, progress=progress)
    (table,) = masked.tables
    kept = dict(zip(table.frame["variable"], table.frame[GRANULARITY_KEPT.name], strict=True))
    return LocalCoding(method, masked, sum(weights[name] * (1 - one.value) for name, one in kept.items()))
