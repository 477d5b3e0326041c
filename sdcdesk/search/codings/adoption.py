"""Adoption of a coding: it becomes steps of the recipe of a project, which keeps the hierarchies."""

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.document.variable_hierarchy import hierarchy_of
from sdcdesk.search.codings.coding_words import coarsened, coarsened_text
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Lattice, Node


def with_coding(project: Project, codings: Codings, node: Node, called: Lattice | None = None) -> Change:
    """Return the change that adds the steps of a coding at the end of a recipe.

    Parameters
    ----------
    project
        The project; its recipe leaves the file that was searched.
    codings
        What was found.
    node
        The coding.
    called
        The same keys as people call them; None: by their names.

    Returns
    -------
    Change
        What undo says, and the project with the steps and with a hierarchy for every key.

    Raises
    ------
    ParameterError
        The coding was not looked at, or a step cannot follow the change of a hierarchy.
    """
    kept = keeping(project, recipe=codings.extended(project.recipe, node))
    lattice = codings.lattice
    others = tuple(
        hierarchy.changed(name=key)
        for key, hierarchy in zip(lattice.keys, lattice.hierarchies, strict=True)
        if hierarchy_of(kept, key) is None
    )
    words = coarsened_text(coarsened(called or lattice, node))
    return Change(
        sentence("Coding: {words}", words=words), kept.changed(hierarchies=(*kept.hierarchies, *others))
    )
