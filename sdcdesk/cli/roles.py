"""Options of the command line that give variables their roles: `--keys age,sex`."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.named_variables import choice_by_variable
from sdcdesk.cli.reading import names
from sdcdesk.core.data.variable import Role

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
    named = {role: getattr(options, f"role_{role}", ()) for role in OPTIONS}
    return choice_by_variable(named, "{name} is named as {first} and as {second}; give it one role.")
