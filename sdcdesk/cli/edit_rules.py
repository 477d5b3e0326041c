"""Option of the command line that gives a file its edit rules: `--rules FILE`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking.edit_rules.edit_rule_file import read_edit_rules


def declare(parser: ArgumentParser) -> None:
    """Declare the option.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--rules",
        metavar="FILE",
        type=Path,
        help="edit rules, what must hold in every record: a JSON list as projects hold it; records that "
        "break them are reported",
    )


def with_options(data: Microdata, options: Namespace) -> Microdata:
    """Return the data with the edit rules that were given.

    Parameters
    ----------
    data
        The initial file.
    options
        Arguments as they were parsed.

    Returns
    -------
    Microdata
        The same records.

    Raises
    ------
    ReadError
        The file holds no edit rules.
    DataError
        A rule does not fit the data.
    """
    if options.rules is None:
        return data
    ruled = data.with_edit_rules(read_edit_rules(options.rules))
    for rule in ruled.rules:
        rule.broken(ruled, ruled)
    return ruled
