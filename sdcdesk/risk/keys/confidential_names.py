"""Confidential variables: what an intruder who knows the key variables should not learn."""

from collections.abc import Sequence

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence


def confidential_names(
    title: str, variables: Sequence[str], original: Microdata, keys: Sequence[str]
) -> tuple[str, ...]:
    """Return the confidential variables that a measure looks at.

    Parameters
    ----------
    title
        Title of the measure, for errors.
    variables
        Those that its parameter `variables` names.
    original
        The initial file.
    keys
        The key variables, which the intruder knows already.

    Returns
    -------
    tuple[str, ...]
        Those named, else all with the role confidential that are no keys.

    Raises
    ------
    DataError
        None is named and none has the role confidential, or one is a key.
    """
    known = [name for name in variables if name in keys]
    if known:
        words = (
            "{known} is a key variable, which the intruder knows already; choose another "
            "confidential variable."
        )
        raise DataError(sentence(words, known=known[0]), "variables", title=title)
    names = tuple(variables) or tuple(n for n in original.named(Role.CONFIDENTIAL) if n not in keys)
    if not names:
        words = (
            "{title} needs to know the confidential variables, and no variable has the role confidential; "
            "give that role to the variables that an intruder should not learn."
        )
        raise DataError(sentence(words, title=title), "variables")
    return names
