"""Commands that edit the descriptions of variables: each returns what undo needs to know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Value, Variable
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.project import Project
from sdcdesk.inspection.variable_rows import Proposal

ROLES = {
    Role.IDENTIFIER: ("{name} is an identifier", "{n} variables are identifiers"),
    Role.KEY: ("{name} is a key", "{n} variables are keys"),
    Role.CONFIDENTIAL: ("{name} is confidential", "{n} variables are confidential"),
    Role.WEIGHT: ("{name} is a weight", "{n} variables are weights"),
    Role.HOUSEHOLD: ("{name} is a household number", "{n} variables are household numbers"),
    Role.STRATUM: ("{name} is a stratum", "{n} variables are strata"),
    Role.OTHER: ("{name} is of no special role", "{n} variables are of no special role"),
}
"""What undo says of a role that one variable gets, or several."""

SCALES = {
    Scale.NOMINAL: ("{name} is nominal", "{n} variables are nominal"),
    Scale.ORDINAL: ("{name} is ordinal", "{n} variables are ordinal"),
    Scale.CONTINUOUS: ("{name} is continuous", "{n} variables are continuous"),
}
"""What undo says of a scale."""


class Change(NamedTuple):
    """A changed project, and what undo says of the change; the label is empty where nothing changed.

    Attributes
    ----------
    label
        What undo says of it.
    project
        The changed project.
    """

    label: str
    project: Project


class Described(NamedTuple):
    """What descriptions belong to.

    Attributes
    ----------
    project
        The project.
    data
        The original, described by it.
    """

    project: Project
    data: Microdata


def with_role(described: Described, names: Sequence[str], role: Role) -> Change:
    """Return the change that gives variables a role; the first key variable brings a scenario with it.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    names
        The variables.
    role
        Their new role.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    return _changed(
        described, names, lambda changed: _variables_text(changed, *ROLES[role]), lambda _: {"role": role}
    )


def with_scale(described: Described, names: Sequence[str], scale: Scale) -> Change:
    """Return the change that gives variables a scale; a continuous one has no categories.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    names
        The variables.
    scale
        Their new scale.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    changes = _scale_fields(scale)
    return _changed(
        described, names, lambda changed: _variables_text(changed, *SCALES[scale]), lambda _: changes
    )


def with_label(described: Described, name: str, label: str) -> Change:
    """Return the change that says what a reader calls a variable.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    name
        The variable.
    label
        Text for people; spaces around it are left out.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    return _changed(
        described,
        [name],
        lambda changed: sentence("Label of {name}", name=changed[0]),
        lambda _: {"label": label.strip()},
    )


def with_unit(described: Described, name: str, unit: str) -> Change:
    """Return the change that gives a variable a unit.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    name
        The variable.
    unit
        Text for people; spaces around it are left out.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    return _changed(
        described,
        [name],
        lambda changed: sentence("Unit of {name}", name=changed[0]),
        lambda _: {"unit": unit.strip()},
    )


def with_value_label(described: Described, name: str, value: Value, label: str) -> Change:
    """Return the change that says what a value of a variable means.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    name, value
        The variable, and one of its values.
    label
        Text for people; spaces around it are left out. Empty: it has no label any more.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    labels = described.data.variable(name).label_by_value() | {value: label.strip()}
    kept = tuple(ValueLabel(value=one, label=text) for one, text in labels.items() if text)
    return _changed(
        described,
        [name],
        lambda changed: sentence("Value label of {name}", name=changed[0]),
        lambda _: {"value_labels": kept},
    )


def with_missing(described: Described, codes: Mapping[str, Sequence[Value]]) -> Change:
    """Return the change that says for variables which codes mean that a value is missing.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    codes
        All codes of a variable, by its name.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    return _changed(
        described,
        list(codes),
        lambda changed: _variables_text(changed, "Missing codes of {name}", "Missing codes of {n} variables"),
        lambda variable: {"missing": tuple(codes[variable.name])},
    )


def with_code(described: Described, name: str, code: Value, *, missing: bool) -> Change:
    """Return the change that says of one value of a variable whether it means that it is missing.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    name, code
        The variable, and one of its values.
    missing
        Whether the value means missing.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    others = [one for one in described.data.variable(name).missing if one != code]
    return with_missing(described, {name: [*others, code] if missing else others})


def with_order(described: Described, name: str, categories: Sequence[Value]) -> Change:
    """Return the change that declares the categories of a variable in their order.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    name
        The variable.
    categories
        All of them, the lowest first.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    return _changed(
        described,
        [name],
        lambda _: sentence("Order of {name}", name=name),
        lambda _: {"categories": tuple(categories)},
    )


def with_proposals(described: Described, proposals: Mapping[str, Proposal]) -> Change:
    """Return the change that gives variables the roles and scales that were suggested.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    proposals
        Role, scale or both, by name of the variable.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    shown = display_names(described.data.variables)
    by_shown = {shown[name]: proposal for name, proposal in proposals.items()}
    return _changed(
        described,
        list(proposals),
        lambda changed: _accepted(changed, by_shown),
        lambda variable: _proposed(proposals[variable.name]),
    )


def with_descriptions(described: Described, variables: Iterable[Variable], source: str) -> Change:
    """Return the change that takes descriptions from another project, whose name is `source`.

    Parameters
    ----------
    described
        The variables as they are described, and whether there is a scenario.
    variables
        The descriptions.
    source
        Name of the project they come from.

    Returns
    -------
    Change
        What undo says, and the new descriptions.
    """
    taken = {variable.name: variable for variable in variables}
    return _changed(
        described,
        list(taken),
        lambda changed: sentence(
            "Description of {name} from {source}",
            "Description of {n} variables from {source}",
            "n",
            n=len(changed),
            name=changed[0],
            source=source,
        ),
        lambda variable: dict(taken[variable.name]),
    )


def _changed(
    described: Described,
    names: Sequence[str],
    label: Callable[[list[str]], str],
    changes: Callable[[Variable], Mapping[str, object]],
) -> Change:
    """Return the change that describes variables anew; its label is about those that did change."""
    project, data = described
    known = {variable.name: variable for variable in project.variables}
    changed = []
    for name in names:
        before = data.variable(name)
        new = changes(before)
        after = before.changed(**new)
        if any(getattr(after, field) != getattr(before, field) for field in new):
            known[name] = after
            changed.append(name)
    if not changed:
        return Change("", project)
    called = display_names(data.variables)
    words = label([called[name] for name in changed])
    return Change(words, project.changed(variables=tuple(known.values())).with_default_scenario())


def _variables_text(names: list[str], one: str, many: str) -> Sentence:
    """Return what is said of one variable, or of how many."""
    return sentence(one, many, "n", name=names[0], n=len(names))


def _scale_fields(scale: Scale) -> dict[str, object]:
    return {"scale": scale, "categories": ()} if scale is Scale.CONTINUOUS else {"scale": scale}


def _proposed(proposal: Proposal) -> dict[str, object]:
    scale = _scale_fields(proposal.scale) if proposal.scale else {}
    return {"role": proposal.role, **scale} if proposal.role else scale


def _accepted(names: list[str], proposals: Mapping[str, Proposal]) -> str:
    if len(names) > 1:
        return sentence("{n} suggestion accepted", "{n} suggestions accepted", "n", n=len(names))
    role, scale = proposals[names[0]].role, proposals[names[0]].scale
    one, many = ROLES[role] if role else SCALES[scale or Scale.NOMINAL]
    return _variables_text(names, one, many)
