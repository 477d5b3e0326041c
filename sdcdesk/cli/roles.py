"""Options of the command line that give variables their roles: `--keys age,sex`."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.reading import names
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence

OPTIONS = {
    Role.IDENTIFIER: ("--identifier", "variables that name the person"),
    Role.KEY: ("--keys", "variables that an intruder could know"),
    Role.CONFIDENTIAL: ("--confidential", "variables that nobody should learn"),
    Role.WEIGHT: ("--weight", "variable with the sampling weights"),
    Role.HOUSEHOLD: ("--household", "variable that is equal for members of one household"),
}


def declare(parser: ArgumentParser, *roles: str) -> None:
    """Declare the options for these roles.

    Parameters
    ----------
    parser
        Parser of the command.
    *roles
        Names of the roles.
    """
    for role in map(Role, roles):
        option, words = OPTIONS[role]
        parser.add_argument(
            option, dest=f"role_{role}", type=names, action="extend", default=[], metavar="A,B", help=words
        )


def named_roles(options: Namespace) -> dict[str, Role]:
    """Return the role of each variable that was named, or refuse one that was named for two.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    dict[str, Role]
        By name of the variable.

    Raises
    ------
    ParameterError
        A variable is named for two roles.
    """
    roles: dict[str, Role] = {}
    for role in OPTIONS:
        for name in getattr(options, f"role_{role}", ()):
            if roles.setdefault(name, role) is not role:
                raise ParameterError(
                    sentence(
                        "{name} is named as {roles} and as {role}; give it one role.",
                        name=str(name),
                        roles=str(roles[name]),
                        role=str(role),
                    ),
                    name,
                )
    return roles
