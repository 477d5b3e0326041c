"""Arguments from Python: one of another kind is refused by a sentence that says what to give instead."""

import os
from pathlib import Path

from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence


def require_kind(
    value: object,
    kinds: type | tuple[type, ...],
    wrong: str,
    field: str | None = None,
    error: type[SdcError] = ParameterError,
    **named: str,
) -> None:
    """Refuse what is of another kind.

    Parameters
    ----------
    value
        What was given.
    kinds
        Its class, or one of these.
    wrong
        Template of the sentence that says what is wanted and what to give instead; ``{kind}`` is the class of
        what was given.
    field, error
        The error that is raised, and the parameter that it belongs to.
    **named
        Other things in the braces of the template.

    Raises
    ------
    ParameterError
        It is something else; the sentence names its class, and no value.
    """
    if not isinstance(value, kinds):
        raise error(sentence(wrong, kind=short(type(value).__name__), **named), field)


def path_argument(value: str | os.PathLike[str]) -> Path:
    """Return the path that names a file.

    Parameters
    ----------
    value
        Text or a path.

    Returns
    -------
    Path
        As it was given.

    Raises
    ------
    ParameterError
        It is neither.
    """
    require_kind(
        value,
        (str, os.PathLike),
        "A file is given as text or as a path, and this is of the type {kind}; give its name, such as "
        '"people.csv".',
        "path",
    )
    return Path(value)
