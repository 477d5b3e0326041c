"""Roles and scales by the name of their variable, as a user writes them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.running.arguments import require_kind
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

Choice = TypeVar("Choice", bound=StrEnum)


def parse_roles(roles: Mapping[str, str] | None) -> dict[str, Role]:
    """Return roles by the name of their variable.

    Parameters
    ----------
    roles
        Names of roles as a user writes them; None: none.

    Returns
    -------
    dict[str, Role]
        In the order given.

    Raises
    ------
    ParameterError
        These are no names by variable, or there is no such role.
    """
    if roles is not None:
        require_kind(
            roles,
            Mapping,
            "Roles are given by the names of variables, and this is of the type {kind}; write them as "
            '{{"age": "key"}}.',
            "roles",
        )
    return _parsed(roles or {}, Role, "There is no role {given} for {name}; there are {known}.")


def parse_scales(scales: Mapping[str, str] | None) -> dict[str, Scale]:
    """Return scales by the name of their variable.

    Parameters
    ----------
    scales
        Names of scales as a user writes them; None: none.

    Returns
    -------
    dict[str, Scale]
        In the order given.

    Raises
    ------
    ParameterError
        These are no names by variable, or there is no such scale.
    """
    if scales is not None:
        require_kind(
            scales,
            Mapping,
            "Scales are given by the names of variables, and this is of the type {kind}; write them as "
            '{{"age": "ordinal"}}.',
            "scales",
        )
    return _parsed(scales or {}, Scale, "There is no scale {given} for {name}; there are {known}.")


def _parsed(given: Mapping[str, str], choices: type[Choice], words: str) -> dict[str, Choice]:
    """Return the members of an enumeration that are named."""
    found = {}
    for name, member in given.items():
        if not isinstance(member, str) or member not in set(choices):
            refused = sentence(
                words, given=short(str(member)), name=short(str(name)), known=", ".join(choices)
            )
            raise ParameterError(refused, str(name))
        found[name] = choices(member)
    return found
