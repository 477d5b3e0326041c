"""Missing: what a search of codings lacks, and what leads there."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.document.variable_hierarchy import hierarchy_of
from ui.session.navigator import HIERARCHIES
from ui.session.session import Session

BUILD = "Build or import hierarchies"


class Missing(NamedTuple):
    """What is missing for a search.

    Attributes
    ----------
    title, why
        What is missing, and why that matters.
    act, do
        Words of what leads there, and what does it.
    """

    title: str
    why: str
    act: str
    do: Callable[[], object]


def find_missing(session: Session, keys: Sequence[str], *, proposes: bool) -> Missing | None:
    """Return what is missing for a search; None: nothing is.

    Parameters
    ----------
    session
        The file and the project.
    keys
        What an intruder knows.
    proposes
        Whether hierarchies are proposed for keys that have none.
    """
    data, project, lead = session.data, session.project, session.navigator
    if data is None or project is None:
        return None
    if data.is_released:
        return Missing("Nothing to search", ASSESSED_ONLY, "", lambda: None)
    if not keys:
        why = "Say what an intruder could know; these variables are coarsened together."
        lead_there = partial(lead.show_stage, "variables")
        return Missing("No key variables yet", why, "Describe variables", lead_there)
    called = display_names(data.variables)
    lacking = [called[key] for key in keys if hierarchy_of(project, key) is None]
    if not lacking or proposes:
        return None
    title = sentence(
        "{names} has no hierarchy",
        "{names} have no hierarchy",
        "n",
        n=len(lacking),
        names=listed(lacking, len(lacking)),
    )
    why = "A hierarchy says which wider labels stand above the values, level by level."
    return Missing(title, why, BUILD, partial(lead.show_stage, "masking", HIERARCHIES))
