"""Commands that edit the edit rules of a project: each returns what undo says, and the changed project."""

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.masking.edit_rules.edit_rule import EditRule


def with_rule(project: Project, rule: EditRule, replaces: str = "") -> Change:
    """Return the change that adds a rule, or puts it in the place of another one.

    Parameters
    ----------
    project
        The project.
    rule
        The new rule.
    replaces
        Name of the rule whose place it takes; empty: it stands at the end.

    Returns
    -------
    Change
        What undo says, and the project with the rule.
    """
    if not replaces:
        return Change(
            sentence("Edit rule {name} added", name=rule.name), project.changed(rules=(*project.rules, rule))
        )
    rules = tuple(rule if one.name == replaces else one for one in project.rules)
    return Change(sentence("Edit rule {name} changed", name=rule.name), project.changed(rules=rules))


def without_rule(project: Project, name: str) -> Change:
    """Return the change that removes a rule.

    Parameters
    ----------
    project
        The project.
    name
        Name of the rule.

    Returns
    -------
    Change
        What undo says, and the project without it.
    """
    rules = tuple(rule for rule in project.rules if rule.name != name)
    return Change(sentence("Edit rule {name} removed", name=name), project.changed(rules=rules))
