"""Kinds of changes that a search may make: one kind, one file, in the order of the steps of a recipe."""

from sdcdesk.search.suggestion.changes.change import Change
from sdcdesk.search.suggestion.changes.leaving_out import LeavingOut
from sdcdesk.search.suggestion.changes.levels import Levels
from sdcdesk.search.suggestion.changes.microaggregation import GroupMeans
from sdcdesk.search.suggestion.changes.noise import Noise
from sdcdesk.search.suggestion.changes.pram import RandomCategories
from sdcdesk.search.suggestion.changes.rare import RareValues
from sdcdesk.search.suggestion.changes.rounding import RoundNumbers
from sdcdesk.search.suggestion.changes.sampling import Sampling
from sdcdesk.search.suggestion.changes.suppression import Suppression
from sdcdesk.search.suggestion.changes.swapping import Swapping
from sdcdesk.search.suggestion.changes.tails import BottomCoding, TopCoding

CHANGES: tuple[Change, ...] = (
    Levels(),
    RareValues(),
    TopCoding(),
    BottomCoding(),
    RoundNumbers(),
    GroupMeans(),
    Noise(),
    Swapping(),
    RandomCategories(),
    Sampling(),
    Suppression(),
    LeavingOut(),
)
"""All kinds, in the order in which their steps stand in a recipe."""

BY_NAME = {change.name: change for change in CHANGES}
"""The same by their names."""
