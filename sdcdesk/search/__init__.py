"""Searches above the release check: safe codings, and other recipes for the same file."""

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
