"""Arguments from Python: one of another kind is refused by a sentence that says what to give instead."""

import os
from pathlib import Path

from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence


def require_kind(
    given: object,
    kinds: type | tuple[type, ...],
    what: str,
    do: str,
    field: str | None = None,
    error: type[SdcError] = ParameterError,
) -> None:
    """Refuse what is of another kind.

    Parameters
    ----------
    given
        What was given.
    kinds
        Its class, or one of these.
    what
        What is wanted, as the beginning of a sentence: "Data are given as Microdata".
    do
        What to give instead, without a full stop.
    field, error
        The error that is raised, and the parameter that it belongs to.

    Raises
    ------
    ParameterError
        It is something else; the sentence names its class, and no value.
    """
    if not isinstance(given, kinds):
        kind = short(type(given).__name__)
        article = "an" if kind[0] in "aeiouAEIOU" else "a"
        raise error(
            sentence(
                "{what}, and this is {article} {kind}; {do}.", what=what, article=article, kind=kind, do=do
            ),
            field,
        )


def path_argument(given: str | os.PathLike[str]) -> Path:
    """Return the path that names a file.

    Parameters
    ----------
    given
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
        given,
        (str, os.PathLike),
        "A file is given as text or as a path",
        'give its name, such as "people.csv"',
        "path",
    )
    return Path(given)
