"""Model: the base of all that is written down, checked on the way in, never changed afterwards."""

import re
from typing import Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import capital, plain, sentence, uncapitalised
from sdcdesk.core.text.strict_json import DEEPEST

LARGEST = 2**63 - 1
"""The largest whole number of a computation."""


_HARMLESS = {float, bool, type(None)}

_NAMED = "must be written as names and values"


class FieldError(ValueError):
    """Raised by a validator that compares several fields, and knows to which one its sentence belongs.

    Parameters
    ----------
    field
        Name of the field.
    message
        What is wrong, without the name of the field.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NamesValues:
    """Marks a field whose names are values of the data: no message repeats them."""


class Undoes:
    """Marks a text that takes a step off the released values again: no public document tells it."""


class Model(BaseModel):
    """A frozen record of checked values; numbers, texts and lists are taken as they are, never converted.

    Parameters
    ----------
    **values
        By name of the field; lists are taken as tuples, numbers of numpy as those of Python.

    Raises
    ------
    ParameterError
        A value is missing, unknown, of the wrong kind or out of range. One sentence names the field; the
        value itself, which may be confidential, is not repeated.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    def __init__(self, /, **values: Any) -> None:  # "self" can be the name of a value
        self._take({}, values)

    def _take(self, checked: dict[str, Any], values: dict[str, Any]) -> None:
        """Become a record of values; those of another record of this kind are plain, and not read again."""
        for name, value in values.items():
            if not (name.isascii() and _is_evidently_plain(value)):
                _require_plain(type(self), name, (name, value))
        written = {name: as_written(value) for name, value in values.items()}
        try:
            super().__init__(**{**checked, **written})
        except ValidationError as error:
            raise _parameter_error(error, type(self)) from None

    def __eq__(self, other: object) -> bool:
        # Not what either has computed of its fields already: arrays among that have no truth value.
        if self is other or type(self) is not type(other):
            return self is other
        fields = ((getattr(self, name), getattr(other, name)) for name in type(self).model_fields)
        return all(mine is its or mine == its for mine, its in fields)

    @model_validator(mode="wrap")
    @classmethod
    def _fields_have_names(cls, values: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Refuse names of fields that are no text before `__init__` is called with them, which cannot be."""
        plain = not isinstance(values, dict) or set(map(type, values)) <= {str}
        if not plain and not all(isinstance(name, str) for name in values):
            raise ValueError(_NAMED)
        return handler(values)

    def changed(self, **changes: Any) -> Self:
        """Return the same with some values replaced, checked anew.

        Parameters
        ----------
        **changes
            New values by field.

        Returns
        -------
        Self
            A new object; this one stays as it is.

        Raises
        ------
        ParameterError
            A new value is unknown, of the wrong kind or out of range.
        """
        # What was not given stays so: a scenario refuses measures that say its own part themselves.
        values = {name: getattr(self, name) for name in self.model_fields_set}
        new = type(self).__new__(type(self))
        new._take(values, changes)
        return new


def as_written(value: Any) -> Any:
    """Return a value as JSON would give it, with tuples: people write lists and have numbers of numpy.

    Parameters
    ----------
    value
        Anything that JSON or Python can hold.

    Returns
    -------
    Any
        The same with each list, at any depth, as a tuple, and each number of numpy as one of Python.
    """
    if isinstance(value, list | tuple):
        plain = all(kind is str or _is_checked(kind) for kind in set(map(type, value)))
        return tuple(value) if plain else tuple(as_written(entry) for entry in value)
    if isinstance(value, dict):
        return {name: as_written(entry) for name, entry in value.items()}
    if isinstance(value, np.bool_ | np.integer):
        return value.item()
    return float(value) if isinstance(value, np.floating) else value


def text_keys(named: Any) -> Any:
    """Return values by the text of other values: Python writes `{34: "a"}` where JSON has `{"34": "a"}`.

    Parameters
    ----------
    named
        Values by text or number.

    Returns
    -------
    Any
        The same by text; what is no mapping stays as it is.

    Raises
    ------
    ValueError
        A key is neither text nor a number, or two of them have the same text.
    """
    if not isinstance(named, dict):
        return named
    if not all(isinstance(key, str | int | float | np.bool_ | np.number) and key == key for key in named):
        raise ValueError("is given for what is neither text nor a number; missing values stay missing")
    texts = {str(key): value for key, value in named.items()}
    if len(texts) < len(named):
        raise ValueError("is given twice for the same value, as a number and as text; give it once")
    return texts


def _is_checked(kind: type) -> bool:
    """Return whether all of a type are as they should be: a model was looked through when it was made."""
    return kind in _HARMLESS or issubclass(kind, Model)


def _is_evidently_plain(value: Any) -> bool:
    """Return whether a value is plain at first sight, as most are: ten thousand variables have many."""
    return (
        type(value) in _HARMLESS
        or (type(value) is tuple and not value)
        or (isinstance(value, str) and value.isascii())
    )


def _require_plain(model: type[BaseModel], field: str, value: Any) -> None:
    """Refuse numbers and texts that no file and no computation could take, however deep they stand."""
    below, level = [value], 0
    while below and level <= DEEPEST:
        inside: list[Any] = []
        for entry in below:
            if isinstance(entry, dict):
                inside += [*entry.keys(), *entry.values()]
            elif isinstance(entry, list | tuple):
                # A matrix has a million numbers, which are asked for their kinds alone, and a hierarchy as
                # many labels, which are read as one text.
                kinds = set(map(type, entry))
                inside += (
                    ["".join(entry)] if kinds == {str} else () if all(map(_is_checked, kinds)) else entry
                )
            elif problem := _not_plain(entry):
                raise ParameterError(
                    sentence("{problem}.", problem=problem), field, title=field_title(model, field)
                )
        below, level = inside, level + 1
    if below:
        raise ParameterError("is nested too deeply.", field, title=field_title(model, field))


def _not_plain(value: Any) -> str:
    """Return what is the matter with a single value; empty: nothing."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return "holds a sign that is none (\\ud800 to \\udfff); write it anew"
    elif isinstance(value, int) and not -LARGEST - 1 <= value <= LARGEST:
        return "holds a whole number beyond 2^63; write a smaller one, or one with a decimal point"
    return ""


def field_title(model: type[BaseModel], field: str) -> str:
    """Return the title of errors about a field.

    Parameters
    ----------
    model
        Class that has the field, or was given it.
    field
        Name of the field.

    Returns
    -------
    str
        "Band width (width)".
    """
    info = model.model_fields.get(field)
    return f"{info.title} ({field})" if info and info.title else f"{_words(model)}, {short(field)}"


def _parameter_error(error: ValidationError, model: type[BaseModel]) -> ParameterError:
    """Return the first thing a validation found wrong as one sentence, with the field it is about."""
    problems = error.errors(include_url=False)
    # A parameter that does not exist comes first: where it is a slip of the pen, it explains the others.
    problem = min(problems, key=lambda entry: entry["type"] != "extra_forbidden")
    message = _message(problem)
    raised = problem.get("ctx", {}).get("error")
    place = (raised.field,) if isinstance(raised, FieldError) else problem["loc"]
    if not place:
        return ParameterError(sentence("{message}.", message=capital(message)), "")
    field, *inside = (str(part) for part in place)
    info = model.model_fields.get(field)
    title = field_title(model, field)
    if inside:
        secret = info is not None and NamesValues in info.metadata
        words = "{title}, an entry" if secret else "{title}, entry {entry}"
        title = sentence(words, title=title, entry=short(" ".join(inside)))
    return ParameterError(sentence("{message}.", message=message), field, title=title)


def _words(model: type[BaseModel]) -> str:
    """Return the title of a class, or its name as people write it: "Read options"."""
    title = getattr(model, "title", None)
    if isinstance(title, str) and title:
        return title
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.__name__).capitalize()


def _message(problem: Any) -> str:
    """Say in plain words what pydantic found; without the value, which may be confidential."""
    templates = {
        "missing": "a value must be given",
        "extra_forbidden": "there is no such parameter",
        "greater_than_equal": "must be at least {ge}",
        "greater_than": "must be more than {gt}",
        "less_than_equal": "must be at most {le}",
        "less_than": "must be less than {lt}",
        "too_short": "must name at least {min_length}",
        "too_long": "must name at most {max_length}",
        "string_too_short": "must not be empty",
        "finite_number": "must be a finite number",
        "int_type": "must be a whole number",
        "int_from_float": "must be a whole number",
        "float_type": "must be a number",
        "bool_type": "must be true or false",
        "string_type": "must be text",
        "string_too_long": "must have at most {max_length} signs",
        "string_pattern_mismatch": "is not written as it must be",
        "literal_error": "must be {expected}",
        "enum": "must be {expected}",
        "tuple_type": "must be a list",
        "dict_type": _NAMED,
        "model_type": _NAMED,
        "union_tag_invalid": "must be of a kind that is {expected_tags}",
        "union_tag_not_found": "must say its kind",
    }
    context = problem.get("ctx", {})
    raised = context.get("error")
    if isinstance(raised, ValueError) and len(raised.args) == 1:
        words: str = raised.args[0]
        return words
    template = templates.get(problem["type"])
    if template is None:
        message: str = problem["msg"]
        return uncapitalised(message)
    named = {name: it for name, it in context.items() if f"{{{name}}}" in template}
    return sentence(
        template,
        **{name: it if isinstance(it, int | float) else plain(str(it)) for name, it in named.items()},
    )
