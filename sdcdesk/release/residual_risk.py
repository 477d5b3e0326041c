"""Residual risk: what leaves beside the keys and singles people out, its remedy, and its acceptance."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.edition import EVERYTHING, Edition
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change, Described, with_role

SAFE_HERE = "safe in these scenarios"
"""The verdict of a safe file from which something leaves that no scenario knows of."""


class Kind(StrEnum):
    """What it is that leaves."""

    IDENTIFIER = "identifier"
    HOUSEHOLD = "household"
    ORDER = "order"
    WEIGHT = "weight"
    COPY = "copy"
    """A variable that says the same as an identifier or household number, or counts the records."""
    DATE = "date"
    TEXT = "text"
    NUMBER = "number"
    """Values of which nearly every record has one of its own."""
    DIGITS = "digits"
    """Values that were changed, and have more decimals than those that were not."""
    BLANKED = "blanked"
    """A variable that says of another one what was blanked there, as weights say the stratum."""
    SHARED = "shared"
    """A variable that says which records had the same value of another one, masked for each by itself."""
    RELATED = "related"
    """A number that others tell better than its masked values do."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What takes it away: a step at the end of the recipe, or that the variable is left out.

    Attributes
    ----------
    title
        What a button says.
    step
        The step; None: the variable becomes an identifier, which is left out.
    variable
        That is left out.
    """

    title: str
    step: Method | None = None
    variable: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values.

        Returns
        -------
        dict[str, Any]
            "title", and either "method" with its "parameters", or "identifier".
        """
        if self.step is None:
            return {"title": str(self.title), "identifier": self.variable}
        return {"title": str(self.title), "method": self.step.name, "parameters": self.step.parameters}


@dataclass(frozen=True, slots=True)
class ResidualRisk:
    """One thing that leaves beside the keys, and by which records can be told apart or found again.

    Attributes
    ----------
    kind, variable
        What it is; without a variable where it is the order of the records.
    title
        In two or three words.
    text
        In a sentence, with how many records it singles out.
    records
        The same number. How many values were blanked is told nobody else: those that were missing before are
        empty, too.
    about
        The sentence without a number, for whoever may not see that.
    mend
        What takes it away; None: nothing that could be done here.
    """

    kind: Kind
    variable: str
    title: str
    text: Sentence
    records: int
    about: str
    mend: Remedy | None = None

    @property
    def name(self) -> str:
        """What tells it from the others of a file: "weight:w"."""
        return f"{self.kind}:{self.variable}" if self.variable else str(self.kind)

    def for_edition(self, edition: Edition = EVERYTHING) -> str:
        """Return the sentence as an edition shows it.

        Parameters
        ----------
        edition
            Whom it is for.

        Returns
        -------
        str
            Without the number where that may not be told.
        """
        return self.about if self._is_hidden_from(edition) else self.text

    def _is_hidden_from(self, edition: Edition) -> bool:
        """Return whether the number counts few records, or blanked values."""
        return edition.hides(self.records) or (self.kind is Kind.BLANKED and not edition.values)

    def to_json(self, edition: Edition, *, accepted: bool) -> dict[str, Any]:
        """Return it as plain JSON values.

        Parameters
        ----------
        edition
            Whom it is for.
        accepted
            Whether the project accepts it.

        Returns
        -------
        dict[str, Any]
            "records" is null where the number is withheld.
        """
        return {
            "name": self.name,
            "kind": str(self.kind),
            "variable": self.variable or None,
            "text": str(self.for_edition(edition)),
            "records": None if self._is_hidden_from(edition) else self.records,
            "accepted": accepted,
            "mend": self.mend.to_json() if self.mend else None,
        }


def still_open(risks: Iterable[ResidualRisk], project: Project) -> tuple[ResidualRisk, ...]:
    """Return what leaves and is not accepted.

    Parameters
    ----------
    risks
        What leaves.
    project
        Says what is accepted.

    Returns
    -------
    tuple[ResidualRisk, ...]
        In their order.
    """
    return tuple(one for one in risks if one.name not in project.accepted)


def qualified_verdict_text(verdict: Verdict, risks: Iterable[ResidualRisk]) -> str:
    """Return a verdict in words: a file from which more leaves than the scenarios know is safe in these only.

    Parameters
    ----------
    verdict
        What all limits together say.
    risks
        What leaves and is not accepted.

    Returns
    -------
    str
        In small letters.
    """
    return SAFE_HERE if verdict is Verdict.SAFE and any(True for _ in risks) else str(verdict)


def mended(project: Project, data: Microdata, mend: Remedy) -> Change:
    """Return the project with a step more, or with a variable that is left out.

    Parameters
    ----------
    project
        The project; it stays as it is.
    data
        The original, described by it.
    mend
        What takes something away that leaves.

    Returns
    -------
    Change
        What undo says, and the new project.
    """
    if mend.step is None:
        return with_role(Described(project, data), [mend.variable], Role.IDENTIFIER)
    return Change(mend.step.summary(), project.changed(recipe=project.recipe.then(mend.step)))


def accepted(project: Project, one: ResidualRisk) -> Change:
    """Return the project that accepts something that leaves; the report lists it.

    Parameters
    ----------
    project
        The project; it stays as it is.
    one
        What leaves.

    Returns
    -------
    Change
        What undo says, and the new project.
    """
    names = tuple(dict.fromkeys((*project.accepted, one.name)))
    return Change(sentence("Accept: {title}", title=short(one.title)), project.changed(accepted=names))


def none_accepted(project: Project) -> Change:
    """Return the project that accepts nothing that leaves.

    Parameters
    ----------
    project
        The project; it stays as it is.

    Returns
    -------
    Change
        What undo says, and the new project.
    """
    return Change("Accept nothing that leaves", project.changed(accepted=()))
