"""Figures in words, for people; the full precision is in the JSON."""

from sdcdesk.core.findings import Figure, State
from sdcdesk.core.shown import shown


def words(found: Figure | State) -> str:
    """Return a figure as people read it; one that is not defined says so."""
    if isinstance(found, State):
        return found.code
    return shown(found.quantity).text if found.quantity.defined else "not defined"
