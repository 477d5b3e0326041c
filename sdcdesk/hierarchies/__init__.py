"""Generalisation hierarchies: wider labels above the values of a variable; builders, and a proposal."""

from sdcdesk.hierarchies.builders import (
    band_hierarchy,
    cut_hierarchy,
    date_hierarchy,
    mapping_hierarchy,
    neighbour_hierarchy,
    prefix_hierarchy,
    rare_hierarchy,
)
from sdcdesk.hierarchies.proposal import propose

__all__ = [
    "band_hierarchy",
    "cut_hierarchy",
    "date_hierarchy",
    "mapping_hierarchy",
    "neighbour_hierarchy",
    "prefix_hierarchy",
    "propose",
    "rare_hierarchy",
]
