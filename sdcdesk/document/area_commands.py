"""Commands on areas: those that were redesigned become a step of the recipe."""

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.risk.linked_tables.redesign import Redesign


def with_redesigned_areas(project: Project, redesign: Redesign) -> Change:
    """Return the change that adds a step to a recipe, which gives every record its new area.

    Parameters
    ----------
    project
        The project; its recipe leaves the file whose areas were redesigned.
    redesign
        Old and new areas.

    Returns
    -------
    Change
        What undo says, and the project with the step; the label is empty where no area changed.
    """
    if not redesign.mapping:
        return Change("", project)
    step = Recoding(variable=redesign.variable, how="mapping", mapping=dict(redesign.mapping))
    before, after = redesign.areas
    words = sentence(
        "{before} areas of {variable} made {after}",
        before=str(before),
        variable=redesign.variable,
        after=str(after),
    )
    return Change(words, keeping(project, recipe=project.recipe.then(step)))
