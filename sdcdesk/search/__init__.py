"""Searches above the release check: safe codings, and other recipes for the same file.

Parts are imported when they are first used: none of the searches needs the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdcdesk.document.grid import Grid, GridLine
    from sdcdesk.masking.suppression.class_conditions import (
        Closeness,
        DistinctDiversity,
        EntropyDiversity,
        RecursiveDiversity,
    )
    from sdcdesk.search.alternatives.comparing import compare
    from sdcdesk.search.alternatives.comparison import Comparison
    from sdcdesk.search.alternatives.saved_comparison import read_comparison
    from sdcdesk.search.codings.coding_losses import LOSSES
    from sdcdesk.search.codings.codings import Codings
    from sdcdesk.search.codings.lattice import Lattice, Node
    from sdcdesk.search.codings.lattice_search import lattice
    from sdcdesk.search.codings.local_coding import LocalCoding, local_coding
    from sdcdesk.search.suggestion.allowed import Allowed
    from sdcdesk.search.suggestion.suggest import suggest
    from sdcdesk.search.suggestion.suggestion import Suggestion

_PLACES = {
    "Allowed": "sdcdesk.search.suggestion.allowed",
    "Closeness": "sdcdesk.masking.suppression.class_conditions",
    "Codings": "sdcdesk.search.codings.codings",
    "Comparison": "sdcdesk.search.alternatives.comparison",
    "DistinctDiversity": "sdcdesk.masking.suppression.class_conditions",
    "EntropyDiversity": "sdcdesk.masking.suppression.class_conditions",
    "Grid": "sdcdesk.document.grid",
    "GridLine": "sdcdesk.document.grid",
    "LOSSES": "sdcdesk.search.codings.coding_losses",
    "Lattice": "sdcdesk.search.codings.lattice",
    "LocalCoding": "sdcdesk.search.codings.local_coding",
    "Node": "sdcdesk.search.codings.lattice",
    "RecursiveDiversity": "sdcdesk.masking.suppression.class_conditions",
    "Suggestion": "sdcdesk.search.suggestion.suggestion",
    "compare": "sdcdesk.search.alternatives.comparing",
    "lattice": "sdcdesk.search.codings.lattice_search",
    "local_coding": "sdcdesk.search.codings.local_coding",
    "read_comparison": "sdcdesk.search.alternatives.saved_comparison",
    "suggest": "sdcdesk.search.suggestion.suggest",
}
"""By name the module that holds it."""

__all__ = [
    "LOSSES",
    "Allowed",
    "Closeness",
    "Codings",
    "Comparison",
    "DistinctDiversity",
    "EntropyDiversity",
    "Grid",
    "GridLine",
    "Lattice",
    "LocalCoding",
    "Node",
    "RecursiveDiversity",
    "Suggestion",
    "compare",
    "lattice",
    "local_coding",
    "read_comparison",
    "suggest",
]


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__]
