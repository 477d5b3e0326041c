"""Commands that edit the descriptions of variables, each one undo."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from sdcdesk.core.errors import SdcError
from sdcdesk.core.variable import Role, Scale, Value, Variable
from ui.models.variables_model import Suggestion
from ui.session.session import Session

_ONE = {
    Role.IDENTIFIER: "an identifier",
    Role.KEY: "a key",
    Role.CONFIDENTIAL: "confidential",
    Role.WEIGHT: "a weight",
    Role.HOUSEHOLD: "a household number",
    Role.STRATUM: "a stratum",
    Role.OTHER: "of no special role",
}
_MANY = {
    Role.IDENTIFIER: "identifiers",
    Role.KEY: "keys",
    Role.CONFIDENTIAL: "confidential",
    Role.WEIGHT: "weights",
    Role.HOUSEHOLD: "household numbers",
    Role.STRATUM: "strata",
    Role.OTHER: "of no special role",
}


class VariableCommands:
    """Changes descriptions through the session; the first key variable brings a scenario with it.

    Parameters
    ----------
    session
        What is changed.
    failed
        Told why a change is impossible; nothing is changed then.
    """

    def __init__(self, session: Session, failed: Callable[[SdcError], None]) -> None:
        self._session, self._failed = session, failed

    def set_role(self, names: Sequence[str], role: Role) -> None:
        """Give variables a role."""
        self._change(names, lambda changed: _is(changed, _ONE[role], _MANY[role]), lambda _: {"role": role})

    def set_scale(self, names: Sequence[str], scale: Scale) -> None:
        """Give variables a scale; a continuous one has no categories."""
        changes: dict[str, object] = {"scale": scale}
        if scale is Scale.CONTINUOUS:
            changes["categories"] = ()
        self._change(names, lambda changed: _is(changed, str(scale), str(scale)), lambda _: changes)

    def set_label(self, name: str, label: str) -> None:
        """Say what a reader calls a variable."""
        self._change([name], lambda _: f"Label of {name}", lambda _: {"label": label.strip()})

    def set_unit(self, name: str, unit: str) -> None:
        """Give a variable a unit."""
        self._change([name], lambda _: f"Unit of {name}", lambda _: {"unit": unit.strip()})

    def set_missing(self, codes: Mapping[str, Sequence[Value]]) -> None:
        """Say for variables which codes mean that a value is missing."""
        self._change(
            list(codes),
            lambda changed: f"Missing codes of {_named(changed)}",
            lambda variable: {"missing": tuple(codes[variable.name])},
        )

    def set_order(self, name: str, categories: Sequence[Value]) -> None:
        """Declare the categories of a variable in their order."""
        self._change([name], lambda _: f"Order of {name}", lambda _: {"categories": tuple(categories)})

    def accept(self, suggestions: Mapping[str, Suggestion]) -> None:
        """Give variables the roles and scales that were suggested."""
        self._change(
            list(suggestions),
            lambda changed: _accepted(changed, suggestions),
            lambda variable: _suggested(suggestions[variable.name]),
        )

    def take(self, variables: Iterable[Variable], source: str) -> None:
        """Take over descriptions from another project."""
        taken = {variable.name: variable for variable in variables}
        self._change(
            list(taken),
            lambda changed: f"Description of {_named(changed)} from {source}",
            lambda variable: dict(taken[variable.name]),
        )

    def _change(
        self,
        names: Sequence[str],
        label: Callable[[list[str]], str],
        changes: Callable[[Variable], Mapping[str, object]],
    ) -> None:
        """Describe variables anew, as one undo that is labelled with those that did change."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        known = {variable.name: variable for variable in project.variables}
        changed = []
        try:
            for name in names:
                before = data.variable(name)
                after = before.changed(**changes(before))
                if after != before:
                    known[name] = after
                    changed.append(name)
            described = project.changed(variables=tuple(known.values())).with_default_scenario()
        except SdcError as error:
            self._failed(error)
            return
        if changed:
            self._session.change(label(changed), described)


def _is(names: list[str], one: str, many: str) -> str:
    return f"{names[0]} is {one}" if len(names) == 1 else f"{_named(names)} are {many}"


def _named(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} variables"


def _suggested(suggestion: Suggestion) -> dict[str, object]:
    changes: dict[str, object] = {}
    if suggestion.role:
        changes["role"] = suggestion.role
    if suggestion.scale:
        changes["scale"] = suggestion.scale
        if suggestion.scale is Scale.CONTINUOUS:
            changes["categories"] = ()
    return changes


def _accepted(names: list[str], suggestions: Mapping[str, Suggestion]) -> str:
    if len(names) > 1:
        return f"{len(names)} suggestions accepted"
    suggestion = suggestions[names[0]]
    words = _ONE[suggestion.role] if suggestion.role else str(suggestion.scale)
    return f"{names[0]} is {words}"
