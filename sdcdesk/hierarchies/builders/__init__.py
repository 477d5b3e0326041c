"""Builders of hierarchies: from values, and their counts, to labels that nest and titles of their levels."""

from sdcdesk.hierarchies.builders.bands import band_hierarchy
from sdcdesk.hierarchies.builders.dates import date_hierarchy
from sdcdesk.hierarchies.builders.frequency import neighbour_hierarchy, rare_hierarchy
from sdcdesk.hierarchies.builders.mapping import mapping_hierarchy
from sdcdesk.hierarchies.builders.ordered_cuts import cut_hierarchy
from sdcdesk.hierarchies.builders.prefix import prefix_hierarchy

__all__ = [
    "band_hierarchy",
    "cut_hierarchy",
    "date_hierarchy",
    "mapping_hierarchy",
    "neighbour_hierarchy",
    "prefix_hierarchy",
    "rare_hierarchy",
]
