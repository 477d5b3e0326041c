"""Role variable: the one variable that says something of every record, named or known by its role."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

SEVERAL = {
    Role.WEIGHT: "{names} have the role weight, but one variable says how many people a record stands for; "
    "leave it to that one.",
    Role.HOUSEHOLD: "{names} have the role household, but one variable says which records belong together; "
    "leave it to that one.",
}
"""What is wrong where several variables have a role that only one can have."""

NONE = {
    Role.WEIGHT: "No variable has the role weight, so nothing says how many people a record stands for; "
    "give it to the one that does.",
    Role.HOUSEHOLD: "No variable has the role household, so nothing says which records belong together; "
    "give it to the one that does.",
}
"""What is wrong where no variable has a role that is needed."""


def known_variable(role: Role, chosen: str | None, data: Microdata, field: str = "") -> str | None:
    """Return the variable that was named, else the one that has a role.

    Parameters
    ----------
    role
        Weight or household.
    chosen
        The variable that was named; None: the one with the role.
    data
        The file with the roles.
    field
        Parameter that an error names; empty: that of the role's name.

    Returns
    -------
    str or None
        Its name; None where none was named and none has the role.

    Raises
    ------
    DataError
        None was named, and more than one variable has the role.
    """
    named = (chosen,) if chosen is not None else data.named(role)
    if len(named) > 1:
        raise DataError(sentence(SEVERAL[role], names=", ".join(named)), field or str(role))
    return named[0] if named else None


def needed_variable(role: Role, chosen: str | None, data: Microdata, field: str = "") -> str:
    """Return the variable that was named, else the one that has a role; there must be one.

    Parameters
    ----------
    role, chosen, data, field
        As in `known_variable`.

    Returns
    -------
    str
        Its name.

    Raises
    ------
    DataError
        None was named, and no variable or more than one has the role.
    """
    name = known_variable(role, chosen, data, field)
    if name is None:
        raise DataError(NONE[role], field or str(role))
    return name
