"""Adoption of a coding, global or local: it becomes steps of a recipe, and its hierarchies the project's."""

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.document.variable_hierarchy import hierarchy_of
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Lattice, Node
from sdcdesk.search.codings.local_coding import LocalCoding


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
    lattice, kept = codings.lattice, keeping(project, recipe=codings.extended(project.recipe, node))
    others = tuple(
        hierarchy.changed(name=key)
        for key, hierarchy in zip(lattice.keys, lattice.hierarchies, strict=True)
        if hierarchy_of(kept, key) is None
    )
    words = (called or lattice).words(node)
    return Change(
        sentence("Coding: {words}", words=words), kept.changed(hierarchies=(*kept.hierarchies, *others))
    )


def with_local_coding(project: Project, local: LocalCoding) -> Change:
    """Return the change that adds the step of local recoding at the end of a recipe.

    Parameters
    ----------
    project
        The project; its recipe leaves the file that was searched.
    local
        What was found.

    Returns
    -------
    Change
        What undo says, and the project with the step and its hierarchies; one without a name is called after
        its key, if no other one is.

    Raises
    ------
    ParameterError
        A step cannot follow the change of a hierarchy.
    """
    held = {hierarchy.name for hierarchy in project.hierarchies}
    named = tuple(
        one.changed(hierarchy=one.hierarchy.changed(name=one.variable))
        if isinstance(one.hierarchy, Hierarchy) and not one.hierarchy.name and one.variable not in held
        else one
        for one in local.method.hierarchies
    )
    step = local.method.changed(hierarchies=named)
    return Change(step.summary(), keeping(project, recipe=project.recipe.then(step)))
