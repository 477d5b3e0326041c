"""Use of a weight matrix: which scenarios use it, what is the matter with it, and what to do next."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import Sentence, counted, localised, sentence
from sdcdesk.document.matrix_mismatch import mismatch_text
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk.weights.editing import broken_cells, cells
from sdcdesk.risk.weights.matrix import WeightMatrix

LONGEST = 20
"""Characters of a scenario's name in an offer."""

LISTED = 50
"""Broken rules that are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The next sensible thing to do with a matrix.

    Attributes
    ----------
    text, whole
        What a button says, and the same in full.
    reason
        Why it cannot be done now; empty where it can.
    uses
        Whether a scenario would use the matrix; else its risk is shown.
    """

    text: str
    whole: str
    reason: str = ""
    uses: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """What is the matter with a matrix, and the way out.

    Attributes
    ----------
    text, details
        In a sentence or two, and at length where there is more to say.
    way
        "repair": the nearest weights that follow the rules; "both directions": weights for groups that shrink
        and grow; empty: there is none that could be taken for the user.
    """

    text: str
    details: str = ""
    way: Literal["", "repair", "both directions"] = ""


def users(project: Project, name: str) -> tuple[str, ...]:
    """Return the scenarios that use a matrix.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.

    Returns
    -------
    tuple[str, ...]
        Names, in the order of the project.
    """
    return tuple(scenario.name for scenario in project.scenarios if scenario.weights == name)


def reason_not_to_use(
    matrix: WeightMatrix, risk: Quantity | SdcError | None = None, locale: Locale = NEUTRAL
) -> str:
    """Return why no scenario can use a matrix; empty where one can.

    Parameters
    ----------
    matrix
        The matrix.
    risk
        DR_W with it, or why that is not defined; None: not known.
    locale
        How numbers are written.

    Returns
    -------
    str
        A sentence or clause for the user.
    """
    if not matrix.admissible:
        return sentence(
            "{n} weight breaks a rule: repair the matrix or change it first.",
            "{n} weights break a rule: repair the matrix or change them first.",
            "n",
            n=len(broken_cells(matrix)),
        ).written(locale)
    return risk.message if isinstance(risk, SdcError) else ""


def reason_to_keep(project: Project, name: str) -> str:
    """Return why a matrix cannot be removed; empty where it can.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.

    Returns
    -------
    str
        A sentence that names the scenarios.
    """
    using = users(project, name)
    if not using:
        return ""
    return sentence(
        "Used by the scenario {scenarios}: give it other weights.",
        "Used by the scenarios {scenarios}: give them other weights.",
        "n",
        n=len(using),
        scenarios=", ".join(using),
    )


def offer(project: Project, scenario: Scenario | None, name: str, risk: Quantity | SdcError | None) -> Offer:
    """Return what to do next with a matrix: use it or, where it is in use, see what follows.

    Parameters
    ----------
    project, scenario
        The project, and the scenario whose risk is shown.
    name, risk
        The matrix, and DR_W with it in this scenario, as far as it is known.

    Returns
    -------
    Offer
        Caption, label and reason of the button.
    """
    if scenario is None or name not in project.weights or scenario.weights == name:
        return Offer("See the risk", "See the risk")
    cut = f"{scenario.name[: LONGEST - 1].rstrip()}…"
    short = scenario.name if len(scenario.name) <= LONGEST else cut
    reason = reason_not_to_use(project.weights[name], risk)
    return Offer(
        sentence("Use for {short}", short=short),
        sentence("Use {weights} for {scenario}", weights=name, scenario=scenario.name),
        reason,
        uses=True,
    )


def _broken(project: Project, name: str, matrix: WeightMatrix) -> Sentence:
    """Say how many weights break a rule, and what such a matrix is kept for."""
    one, many = "{n} of {weights} breaks a rule.", "{n} of {weights} break a rule."
    if not users(project, name):
        one, many = (
            "{n} of {weights} breaks a rule. Kept as {name}, which no scenario uses.",
            "{n} of {weights} break a rule. Kept as {name}, which no scenario uses.",
        )
    broken, every = len(broken_cells(matrix)), counted(cells(matrix), "weight")
    return sentence(one, many, "n", n=broken, weights=every, name=name)


def advice(
    project: Project,
    name: str,
    risk: Quantity | SdcError | None,
    keys: Collection[str],
    locale: Locale = NEUTRAL,
) -> Advice | None:
    """Return which rules a matrix breaks or else why it does not fit the masked file.

    Parameters
    ----------
    project, name
        The project and its matrix.
    risk
        DR_W with it, or why that is not defined; None: not known.
    keys
        The variables that the intruder knows.
    locale
        How numbers are written.

    Returns
    -------
    Advice or None
        None: nothing is the matter, as far as it is known.
    """
    matrix = project.weights[name]
    if not matrix.admissible:
        rules = matrix.violations()
        more = [sentence("… and {n} more", n=len(rules) - LISTED)] if len(rules) > LISTED else []
        broken = [rule.text for rule in rules[:LISTED]]
        lines = [one.written(locale) for one in (*broken, *more)]
        return Advice(_broken(project, name, matrix).written(locale), "\n".join(lines), "repair")
    if not isinstance(risk, SdcError):
        return None
    if not isinstance(risk, DataError) or risk.field != "weights" or matrix.structure == "general":
        return Advice(localised(risk.message, locale))
    steps = mismatch_text(matrix.structure, project.recipe, keys)
    return Advice(steps or risk.message, risk.message if steps else "", "both directions")
