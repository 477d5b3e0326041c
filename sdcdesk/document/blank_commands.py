"""Commands that let the scenarios of a project match the blanks that local suppression left to be matched."""

from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.variable_commands import Change
from sdcdesk.masking import LocalSuppression

MATCH = "Match every value"
"""What is offered, in the words of a button."""


def blanks_for_matching(recipe: Recipe) -> bool:
    """Return whether a step of a recipe leaves blanks that are to match every value.

    Parameters
    ----------
    recipe
        The recipe; steps that are off do nothing.

    Returns
    -------
    bool
        True where local suppression is on: in both of its forms a blank is safe as it may be any value.
    """
    steps = (step.method for step in recipe.steps if step.on)
    return any(isinstance(step, LocalSuppression) for step in steps)


def counting_blanks(project: Project) -> tuple[Scenario, ...]:
    """Return the scenarios that count such blanks as a category of their own.

    Parameters
    ----------
    project
        The project.

    Returns
    -------
    tuple[Scenario, ...]
        None where no step leaves blanks to be matched.
    """
    if not blanks_for_matching(project.recipe):
        return ()
    return tuple(scenario for scenario in project.scenarios if scenario.missing == "category")


def offer(project: Project) -> Sentence:
    """Return what is said where scenarios count such blanks as a category.

    Parameters
    ----------
    project
        The project.

    Returns
    -------
    Sentence
        One sentence; there must be such scenarios.
    """
    counting = counting_blanks(project)
    if len(counting) == len(project.scenarios):
        return plain(
            "Local suppression left blanks that are to match every value, and the scenarios count them as a "
            "category."
        )
    return sentence(
        "Local suppression left blanks that are to match every value, and {names} counts them as a category.",
        "Local suppression left blanks that are to match every value, and {names} count them as a category.",
        "n",
        names=", ".join(scenario.name for scenario in counting),
        n=len(counting),
    )


def matching_blanks(project: Project) -> Change:
    """Return the change that lets missing key values match every value in all of these scenarios.

    Parameters
    ----------
    project
        The project; it stays as it is.

    Returns
    -------
    Change
        What undo says, and the new project.
    """
    counting = counting_blanks(project)
    scenarios = tuple(
        each.changed(missing="wildcard") if each in counting else each for each in project.scenarios
    )
    return Change("Let missing values match every value", project.changed(scenarios=scenarios))
