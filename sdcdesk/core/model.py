"""Model: the base of all that is written down, checked on the way in, never changed afterwards."""

import re
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from sdcdesk.core.errors import ParameterError


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


class Model(BaseModel):
    """A frozen record of checked values; numbers, texts and lists are taken as they are, never converted.

    Parameters
    ----------
    **values
        By name of the field; lists are taken as tuples.

    Raises
    ------
    ParameterError
        A value is missing, unknown, of the wrong kind or out of range. One sentence names the field; the
        value itself, which may be confidential, is not repeated.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**{name: as_tuples(value) for name, value in values.items()})
        except ValidationError as error:
            message, field = _sentence(error, type(self))
            raise ParameterError(message, field) from None
        except RecursionError:
            raise ParameterError(f"{_words(type(self))}: a value is nested too deeply.") from None

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
        # Not dict(self): a field called "keys" would be taken for the method of that name.
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**{**values, **changes})


def as_tuples(value: Any) -> Any:
    """Accept lists, which JSON and people write, where tuples are meant.

    Parameters
    ----------
    value
        Anything that JSON can hold.

    Returns
    -------
    Any
        The same with each list, at any depth, as a tuple.
    """
    if isinstance(value, list):
        return tuple(as_tuples(entry) for entry in value)
    return value


def _sentence(error: ValidationError, model: type[BaseModel]) -> tuple[str, str]:
    """Return the first thing a validation found wrong as one sentence, and the field it is about."""
    problems = error.errors(include_url=False)
    # A parameter that does not exist comes first: where it is a slip of the pen, it explains the others.
    problem = min(problems, key=lambda entry: entry["type"] != "extra_forbidden")
    message = _message(problem)
    raised = problem.get("ctx", {}).get("error")
    place = (raised.field,) if isinstance(raised, FieldError) else problem["loc"]
    if not place:
        return f"{message[:1].upper()}{message[1:]}.", ""
    field, *inside = (str(part) for part in place)
    info = model.model_fields.get(field)
    label = f"{info.title} ({field})" if info and info.title else f"{_words(model)}, {field}"
    entry = f", entry {' '.join(inside)}" if inside else ""
    return f"{label}{entry}: {message}.", field


def _words(model: type[BaseModel]) -> str:
    """Return the name of a class as people write it: "Read options"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.__name__).capitalize()


def _message(problem: Any) -> str:
    """Say in plain words what pydantic found; without the value, which may be confidential."""
    plain = {
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
        "dict_type": "must be written as names and values",
        "model_type": "must be written as names and values",
        "value_error": "{error}",
    }
    template = plain.get(problem["type"])
    if template is None:
        message: str = problem["msg"]
        return message[:1].lower() + message[1:]
    return template.format(**problem.get("ctx", {}))
