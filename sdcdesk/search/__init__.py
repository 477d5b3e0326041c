"""Searches above the release check: safe codings, and other recipes for the same file."""

from sdcdesk.search.codings.class_conditions import (
    Closeness,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from sdcdesk.search.codings.coding_losses import LOSSES
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Lattice, Node
from sdcdesk.search.codings.lattice_search import lattice
from sdcdesk.search.codings.local_coding import LocalCoding, local_coding

__all__ = [
    "LOSSES",
    "Closeness",
    "Codings",
    "DistinctDiversity",
    "EntropyDiversity",
    "Lattice",
    "LocalCoding",
    "Node",
    "RecursiveDiversity",
    "lattice",
    "local_coding",
]
