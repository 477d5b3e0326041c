"""Role variable: the one variable that says something of every record, named or known by its role."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

SAYS = {
    Role.WEIGHT: "how many people a record stands for",
    Role.HOUSEHOLD: "which records belong together",
}
"""What a variable of each role says, where only one can say it."""


def known_variable(role: Role, given: str | None, data: Microdata, field: str = "") -> str | None:
    """Return the variable that was named, else the one that has a role.

    Parameters
    ----------
    role
        Weight or household.
    given
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
    named = (given,) if given is not None else data.named(role)
    if len(named) > 1:
        words = "{names} have the role {role}, but one variable says {what}; leave it to that one."
        wrong = sentence(words, names=", ".join(named), role=str(role), what=SAYS[role])
        raise DataError(wrong, field or str(role))
    return named[0] if named else None


def needed_variable(role: Role, given: str | None, data: Microdata, field: str = "") -> str:
    """Return the variable that was named, else the one that has a role; there must be one.

    Parameters
    ----------
    role, given, data, field
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
    name = known_variable(role, given, data, field)
    if name is None:
        raise DataError(
            sentence(
                "No variable has the role {role}, so nothing says {says}; give it to the one that does.",
                role=str(role),
                says=SAYS[role],
            ),
            field or str(role),
        )
    return name
