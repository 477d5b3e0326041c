"""Adoption of a suggested recipe: it takes the place of that of the project, which keeps its hierarchies."""

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.search.suggestion.assessed import Assessed


def with_suggested_recipe(project: Project, one: Assessed) -> Change:
    """Return the change that puts a suggested recipe in the place of that of a project.

    Parameters
    ----------
    project
        The project; its recipe goes, and undo brings it back.
    one
        A recipe that was assessed.

    Returns
    -------
    Change
        What undo says, and the project with the recipe and all hierarchies that it uses. The random numbers
        are those of the assessment.

    Raises
    ------
    ParameterError
        A measure or scenario cannot follow the change of a hierarchy.
    """
    steps = len(one.recipe.steps)
    words = sentence("Suggested recipe of {n} step", "Suggested recipe of {n} steps", "n", n=steps)
    return Change(words, keeping(project, recipe=one.recipe))
