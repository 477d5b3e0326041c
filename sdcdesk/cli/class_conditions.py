"""Options of the command line for conditions on groups: `--diversity illness=3`."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.masking.suppression.class_conditions import (
    AnyClassCondition,
    Closeness,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
    sensitivity,
)

Made = Callable[[str, list[float]], AnyClassCondition]
"""Makes a condition of the name of its variable and its numbers."""

OPTIONS: tuple[tuple[str, str, str, Made, str], ...] = (
    (
        "--diversity",
        "VARIABLE=L",
        "illness=3",
        lambda name, numbers: DistinctDiversity(variable=name, l=_whole(numbers[0])),
        "different values that every group must have of a confidential variable",
    ),
    (
        "--entropy-diversity",
        "VARIABLE=L",
        "illness=2.5",
        lambda name, numbers: EntropyDiversity(variable=name, l=numbers[0]),
        "how many equally frequent values those of every group must be as hard to guess as",
    ),
    (
        "--recursive-diversity",
        "VARIABLE=C,L",
        "illness=3,2",
        lambda name, numbers: RecursiveDiversity(variable=name, c=numbers[0], l=_whole(numbers[1])),
        "the most frequent value of every group must be below C times those from the L-th most frequent on",
    ),
    (
        "--closeness",
        "VARIABLE=T",
        "illness=0.2",
        lambda name, numbers: Closeness(variable=name, t=numbers[0]),
        "largest distance, 0 to 1, of the values of any group to those of all records that stay",
    ),
)
"""Option, what it takes, an example, what makes the condition, and what it asks for."""


def declare(parser: ArgumentParser) -> None:
    """Declare the options.

    Parameters
    ----------
    parser
        Parser of the command, which declares the role confidential, too.
    """
    for option, metavar, example, make, words in OPTIONS:
        parser.add_argument(
            option,
            dest="conditions",
            metavar=metavar,
            type=partial(condition_option, example=example, make=make),
            action="append",
            default=[],
            help=joined([words, "repeatable"], "; "),
        )
    parser.add_argument(
        "--sensitivity",
        metavar="P",
        type=int,
        help="different values that every group must have of each confidential variable (p-sensitivity)",
    )


def condition_option(text: str, example: str, make: Made) -> AnyClassCondition:
    """Return the condition that an option names.

    Parameters
    ----------
    text
        As a user types it.
    example
        How it is written.
    make
        Makes the condition of a variable and numbers.

    Returns
    -------
    AnyClassCondition
        On the variable before the last =.

    Raises
    ------
    argparse.ArgumentTypeError
        The variable or a number is missing, or is not what the condition can have.
    """
    name, _, typed = text.rpartition("=")
    words = sentence("must be written as {example}: a variable, and what is asked of it", example=example)
    if not name or typed.count(",") != example.count(","):
        raise argparse.ArgumentTypeError(words)
    try:
        return make(name, [float(number) for number in typed.split(",")])
    except ParameterError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except ValueError:
        raise argparse.ArgumentTypeError(words) from None


def named_conditions(options: Namespace, data: object) -> tuple[AnyClassCondition, ...]:
    """Return the conditions that are asked for.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    data
        The file; if it is in memory, its confidential variables are those with the role where none is named.

    Returns
    -------
    tuple[AnyClassCondition, ...]
        For p-sensitivity one for each confidential variable.

    Raises
    ------
    ParameterError
        There is no confidential variable, p is less than 1, or variables are named for nothing.
    """
    conditions: tuple[AnyClassCondition, ...] = tuple(options.conditions)
    named = tuple(options.role_confidential)
    if options.sensitivity is None:
        if named:
            wrong = "--confidential says of which variables --sensitivity is asked; give both, or neither."
            raise ParameterError(wrong, "confidential")
        return conditions
    if not named and isinstance(data, Microdata):
        named = data.named(Role.CONFIDENTIAL)
    if not named:
        wrong = "No variable is confidential; name those of which --sensitivity is asked with --confidential."
        raise ParameterError(wrong, "sensitivity")
    return conditions + sensitivity(options.sensitivity, named)


def _whole(number: float) -> int:
    """Return a whole number; what is none is no number of values."""
    if not number.is_integer():
        raise ValueError
    return int(number)
