"""Notes on alternatives: what somebody thought of a recipe that was compared with others."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import Field

from sdcdesk.core.running.model import Model, as_written
from sdcdesk.document.hierarchy_names import by_name
from sdcdesk.document.recipe import Step
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import METHODS


class NotedAlternative(Model):
    """A note on an alternative, whichever grid it stands in.

    Attributes
    ----------
    before
        What its steps are applied after, as in a grid.
    methods
        Its methods with their parameters, as a project file writes them: with the names of hierarchies.
    draw
        Which draw of random numbers it is, from 1; 0: it draws none.
    note
        What was noted; not empty.
    """

    before: Literal["recipe", "original"]
    methods: tuple[dict[str, Any], ...]
    draw: int = Field(0, ge=0)
    note: str = Field(min_length=1)

    def is_on(self, before: str, methods: Sequence[dict[str, Any]], draw: int) -> bool:
        """Return whether the note is on an alternative.

        Parameters
        ----------
        before, methods, draw
            What the alternative is applied after, its methods as they are written, and its draw.

        Returns
        -------
        bool
            False where a parameter differs.
        """
        return (self.before, self.draw, self.methods) == (before, draw, tuple(methods))


def written_methods(steps: Iterable[Step], hierarchies: Sequence[Hierarchy]) -> tuple[dict[str, Any], ...]:
    """Return the methods of steps as a project file writes them.

    Parameters
    ----------
    steps
        Steps of a recipe.
    hierarchies
        Those that the project holds.

    Returns
    -------
    tuple[dict[str, Any], ...]
        Names and parameters, with the names of hierarchies in the place of these.
    """
    return tuple(as_written(by_name(METHODS.write(step.method), hierarchies)) for step in steps)
