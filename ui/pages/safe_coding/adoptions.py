"""Adoptions: codings that became steps of the recipe, and whether these steps stand there still."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.search import Node
from ui.pages.safe_coding.condition import Condition
from ui.pages.safe_coding.effects import judging
from ui.pages.safe_coding.search import Found
from ui.session.session import Session

BY_ONE = "Used by step {first}: {words}."
BY_SEVERAL = "Used by steps {first} to {last}: {words}."

USED = "It is used already."

FOLLOWED = "Other steps follow those of the coding that is used: remove them, or search again."

CHECK_LOSS, SEE_RISK = "Check the loss", "See the risk"
"""What comes next when a coding is used: the file is safe, or it is not."""


@dataclass(frozen=True, eq=False)
class Adoption:
    """A coding that became steps.

    Attributes
    ----------
    found, node
        What was found, and the coding.
    data
        The original.
    before, after
        The project without and with its steps.
    """

    found: Found
    node: Node
    data: Microdata | None
    before: Project
    after: Project

    def holds(self, project: Project, data: Microdata | None, condition: Condition) -> bool:
        """Return whether the steps stand in a project, and whether the same is asked as was then.

        The keys need not be the same: with the steps another scenario may be the worst, which is shown.
        """
        steps = self.after.recipe.steps
        return (
            data is self.data
            and condition == self.found.question.condition
            and project.recipe.steps[: len(steps)] == steps
            and project.hierarchies == self.after.hierarchies
            and judging(project) == judging(self.after)
        )

    def hindrance(self, project: Project, node: Node) -> str:
        """Return why a coding of a project cannot take its place; empty: it can."""
        return USED if node == self.node else self.followed(project)

    def followed(self, project: Project) -> str:
        """Return why its steps cannot be taken back: others follow; empty: they can."""
        return "" if len(project.recipe.steps) == len(self.after.recipe.steps) else FOLLOWED

    def taken_back(self, project: Project) -> Project:
        """Return a project without its steps, which are the last."""
        return keeping(project, recipe=project.recipe.changed(steps=self.before.recipe.steps))

    def text(self) -> str:
        """Return which steps the coding is."""
        first, last = len(self.before.recipe.steps) + 1, len(self.after.recipe.steps)
        words = self.found.lattice.words(self.node)
        template = BY_ONE if first == last else BY_SEVERAL
        return sentence(template, first=str(first), last=str(last), words=words)


class Adoptions:
    """Those of the codings that were found last; undo and redo lead back to each."""

    def __init__(self) -> None:
        self._noted: list[Adoption] = []

    def note(self, adoption: Adoption) -> None:
        """Remember one more."""
        self._noted.append(adoption)

    def find(self, session: Session, condition: Condition | None) -> Adoption | None:
        """Return the one whose steps a recipe has now; None: there is none, or another condition is asked."""
        project, data = session.project, session.data
        if project is None or condition is None:
            return None
        return next((one for one in reversed(self._noted) if one.holds(project, data, condition)), None)


def next_act(session: Session) -> tuple[str, Callable[[], object]]:
    """Return what comes next when a coding is used, in words and as what does it."""
    release = session.release
    safe = release is None or release.verdict is Verdict.SAFE
    return CHECK_LOSS if safe else SEE_RISK, partial(session.navigator.show_stage, "loss" if safe else "risk")
