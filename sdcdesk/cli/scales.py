"""Options of the command line that give variables their scales: `--nominal region`."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.named_variables import choice_by_variable
from sdcdesk.cli.reading import names
from sdcdesk.core.data.variable import Scale

WORDS = {
    Scale.NOMINAL: "variables whose values are categories without an order, also where they are numbers",
    Scale.ORDINAL: "variables whose values are categories in order, also where they are numbers",
    Scale.CONTINUOUS: "variables whose values are numbers that measure something",
}


def declare(parser: ArgumentParser) -> None:
    """Declare the options; of other variables, numbers are continuous and the rest is nominal.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    for scale, words in WORDS.items():
        parser.add_argument(f"--{scale}", type=names, action="extend", default=[], metavar="A,B", help=words)


def named_scales(options: Namespace) -> dict[str, Scale]:
    """Return the scale of each variable that was named, or refuse one that was named for two.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    dict[str, Scale]
        By name of the variable.

    Raises
    ------
    ParameterError
        A variable is named for two scales.
    """
    named = {scale: getattr(options, scale) for scale in WORDS}
    return choice_by_variable(named, "{name} is named as {first} and as {second}; give it one scale.")
