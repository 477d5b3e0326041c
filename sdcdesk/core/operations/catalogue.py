"""Catalogues: all methods or measures of a kind, in menu order, found by name."""

import json
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from sdcdesk.core.operations.operation import AnyOperation, Operation
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed

Kind = TypeVar("Kind", bound=AnyOperation)


class Catalogue(Generic[Kind]):
    """Operation classes in menu order.

    Parameters
    ----------
    kind
        What they are, in the singular ("method").
    classes
        In the order of the menu.
    parts
        Other catalogues whose classes come first; what is registered there later is found here too.
    """

    def __init__(self, kind: str, *classes: type[Kind], parts: "Sequence[Catalogue[Kind]]" = ()) -> None:
        self.kind = kind
        self._own = {operation.name: operation for operation in classes}
        self._parts = tuple(parts)

    @property
    def _classes(self) -> dict[str, type[Kind]]:
        return {operation.name: operation for operation in self}

    def __iter__(self) -> Iterator[type[Kind]]:
        for part in self._parts:
            yield from (operation for operation in part if operation.name not in self._own)
        yield from self._own.values()

    def __len__(self) -> int:
        return len(self._classes)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def find(self, name: str) -> type[Kind] | None:
        """Return the class of a name; those of parts are not listed for it, for it is asked in loops.

        Parameters
        ----------
        name
            Name of a class.

        Returns
        -------
        type or None
            None: there is none of this name.
        """
        if name in self._own:
            return self._own[name]
        found = (part.find(name) for part in reversed(self._parts))
        return next((one for one in found if one is not None), None)

    def register(self, operation: type[Kind]) -> type[Kind]:
        """Add a class at the end; forms, commands, menus and documents find it from then on.

        Parameters
        ----------
        operation
            A class whose name is new to the catalogue.

        Returns
        -------
        type
            The same class, so that this can decorate it.

        Raises
        ------
        ParameterError
            There is one of that name already.
        """
        if operation.name in self._classes:
            raise ParameterError(
                sentence("There is a {kind} called {name} already.", kind=self.kind, name=operation.name),
                "name",
            )
        self._own[operation.name] = operation
        return operation

    def remove(self, name: str) -> None:
        """Take out what was registered.

        Parameters
        ----------
        name
            Name of a class that was registered here, not in a part.
        """
        del self._own[name]

    def __getitem__(self, name: str) -> type[Kind]:
        """Return the class of this name, or raise `ParameterError` naming one that is close."""
        found = self.find(name) if isinstance(name, str) else None
        if found is not None:
            return found
        classes = self._classes
        close = get_close_matches(short(name), classes, n=1)
        if close:
            words = "There is no {kind} called {name}; did you mean {close}?"
            wrong = sentence(words, kind=self.kind, name=short(name), close=short(close[0]))
        else:
            words = "There is no {kind} called {name}; there are {names}."
            wrong = sentence(words, kind=self.kind, name=short(name), names=", ".join(classes))
        raise ParameterError(wrong, self.kind)

    def parse(self, text: str, change: Callable[[Any], Any] = lambda parameters: parameters) -> Kind:
        """Return the operation written as `NAME` or `NAME:{"parameter": value}`.

        Parameters
        ----------
        text
            As a user types it on the command line.
        change
            Returns other parameters for those that were typed, for instance what a file holds for its name.

        Returns
        -------
        Kind
            Checked, with defaults for what is not given.

        Raises
        ------
        ParameterError
            The parameters are not JSON, or do not fit the operation; or there is none of this name.
        """
        name, _, written = text.partition(":")
        try:
            parameters: Any = parsed(written or "{}")
        except json.JSONDecodeError as error:
            name = short(name)
            raise ParameterError(
                sentence(
                    "The parameters of {name} are not JSON (column {column}: {wrong}); write for example "
                    '{name}:{{"k": 3}}.',
                    name=name,
                    column=str(error.colno),
                    wrong=error.msg,
                ),
                name,
            ) from None
        except ValueError as error:
            raise ParameterError(
                sentence(
                    "The parameters of {name} cannot be read: {error}.", name=short(name), error=str(error)
                ),
                name,
            ) from None
        return self.read({"name": name, "parameters": change(parameters)})

    def read(self, written: Any) -> Kind:
        """Return the operation that `write` wrote; an operation stays as it is.

        Parameters
        ----------
        written
            {"name": …, "parameters": {…}}, or an operation.

        Returns
        -------
        Kind
            Checked, with defaults for what is not given.

        Raises
        ------
        ParameterError
            It is written in another way, or its name or parameters are unknown.
        """
        if isinstance(written, Operation):
            return self._member(written)
        if not isinstance(written, dict) or not isinstance(written.get("name"), str):
            raise ParameterError(
                sentence("A {kind} is written with its name and its parameters.", kind=self.kind), self.kind
            )
        parameters = written.get("parameters", {})
        named = isinstance(parameters, dict) and all(isinstance(name, str) for name in parameters)
        if set(written) - {"name", "parameters"} or not named:
            raise ParameterError(
                sentence(
                    "The parameters of {written} must be written as names and values.",
                    written=short(written["name"]),
                ),
                written["name"],
            )
        return self[written["name"]](**parameters)

    def write(self, operation: AnyOperation) -> dict[str, Any]:
        """Return an operation as plain JSON values, with its defaults.

        Parameters
        ----------
        operation
            A method or measure.

        Returns
        -------
        dict[str, Any]
            {"name": …, "parameters": {…}}, which `read` takes.
        """
        return {"name": operation.name, "parameters": operation.parameters}

    def _member(self, operation: AnyOperation) -> Kind:
        owner = self[operation.name]
        if not isinstance(operation, owner):
            raise ParameterError(
                sentence("{name} is not a {kind}.", name=operation.name, kind=self.kind), self.kind
            )
        return operation
