"""Variables that options of the command line name for roles or scales."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence

Choice = TypeVar("Choice", bound=StrEnum)


def choice_by_variable(named: Mapping[Choice, Iterable[str]], words: str) -> dict[str, Choice]:
    """Return what each variable was named for, or refuse one that was named for two.

    Parameters
    ----------
    named
        Names of variables by the role, or the scale.
    words
        The refusal, with {name}, {first} and {second}.

    Returns
    -------
    dict[str, Choice]
        By name of the variable.

    Raises
    ------
    ParameterError
        A variable is named for two.
    """
    found: dict[str, Choice] = {}
    for choice, names in named.items():
        for name in names:
            first = found.setdefault(name, choice)
            if first is not choice:
                raise ParameterError(
                    sentence(words, name=str(name), first=str(first), second=str(choice)), name
                )
    return found
