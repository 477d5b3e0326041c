"""Options of the command line that say what a table is made of, and how it is protected."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sdcdesk.cli.hierarchy_file import read_hierarchy_file
from sdcdesk.cli.reading import names
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import PROTECTIONS, RULES, CellSuppression, LastEdition, Protection, TablePlan
from sdcdesk.tables.attacks.coalitions import MOST
from sdcdesk.tables.cells.dimension import TOTAL
from sdcdesk.tables.files.finished_columns import FinishedColumns
from sdcdesk.tables.files.last_edition import read_last_edition

BETWEEN = "/"
"""Stands between the codes of a cell that is named."""

PLAN = ("rows", "columns", "weight", "holding", "waiver", "where")
"""Options that say what a table is built of, and that a finished one does not have."""

FINISHED = ("frequency", "status", "largest", "mark", "tolerance")
"""Options that say how a finished table is read."""

MAKING = (*PLAN, "cost", "hierarchy", "rule", "protect", "hide", "publish", "last_edition", "repair")
"""Options that say how a table is made, which a project says itself."""


def declare_plan(parser: ArgumentParser) -> None:
    """Declare what the table is made of.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    for option, words in (
        ("--rows", "variables whose codes are the rows"),
        ("--columns", "variables whose codes are the columns"),
    ):
        parser.add_argument(option, type=names, action="extend", default=[], metavar="A,B", help=words)
    for option, words in (
        ("--value", "variable of numbers that is added up, else records are counted; or column of values"),
        ("--weight", "variable that says how many each record stands for"),
        ("--holding", "records with the same value of this variable are one contributor"),
        ("--waiver", "variable that says who allows publication"),
        ("--cost", "variable, or column, that says what hiding a cell costs, for costs that are given"),
    ):
        parser.add_argument(option, metavar="A", help=words)
    parser.add_argument(
        "--hierarchy",
        metavar="A=FILE",
        action="append",
        default=[],
        help="the hierarchy of a variable, whose labels are subtotals; repeatable",
    )
    parser.add_argument(
        "--where",
        metavar="A=X,Y",
        action="append",
        default=[],
        help="only records with one of these values of a variable; repeatable",
    )
    parser.add_argument("--total", metavar="WORD", default=TOTAL, help="what the total is called")


def declare_finished(parser: ArgumentParser) -> None:
    """Declare how a finished table is read.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    group = parser.add_argument_group("reading a finished table (--audit)")
    group.add_argument("--frequency", metavar="A", help="column with how many contribute to each cell")
    group.add_argument("--status", metavar="A", help="column that says what became of each cell")
    group.add_argument(
        "--largest",
        metavar="A,B",
        type=names,
        help="columns with the largest contributions, in falling order",
    )
    group.add_argument(
        "--mark", metavar="TEXT", action="append", help="what stands in place of a hidden value; repeatable"
    )
    group.add_argument(
        "--tolerance", metavar="NUMBER", type=float, help="by how much parts may miss their total"
    )


def declare_protection(parser: ArgumentParser) -> None:
    """Declare what is sensitive, and how it is protected.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--rule",
        metavar="NAME[:JSON]",
        action="append",
        default=[],
        help='which cells are sensitive, such as p_percent:{"p": 10}; repeatable: one is enough',
    )
    parser.add_argument(
        "--protect",
        metavar="NAME[:JSON]",
        help='how the table is protected, such as cell_suppression:{"cost": "value"}',
    )
    parser.add_argument(
        "--hide", metavar="A/B", action="append", default=[], help="hide the cell of these codes; repeatable"
    )
    parser.add_argument(
        "--publish", metavar="A/B", action="append", default=[], help="always publish this cell; repeatable"
    )
    parser.add_argument(
        "--last-edition",
        metavar="FILE",
        type=Path,
        help="the table as it was published before: cell suppression prefers the cells that it hides",
    )
    parser.add_argument("--repair", action="store_true", help="hide more cells until the audit holds")
    parser.add_argument(
        "--coalition",
        metavar="N",
        type=int,
        choices=range(MOST + 1),
        default=0,
        help="tell between which values the next N largest contributors of each sensitive cell together know "
        "its largest one, up to 5",
    )


def tables_from(options: Namespace, hierarchies: dict[str, Hierarchy]) -> tuple[PlannedTable, ...]:
    """Return the table that the options describe, and the one that it is compared with, if any.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    hierarchies
        By variable.

    Returns
    -------
    tuple[PlannedTable, ...]
        One or two.

    Raises
    ------
    ParameterError
        Options do not belong together, or a rule or protection is none.
    """
    protection = PROTECTIONS.parse(options.protect) if options.protect else None
    made: dict[str, Any] = {
        "rules": tuple(RULES.parse(text) for text in options.rule),
        "protection": protection,
        "hidden": _cells(options.hide),
        "always": _cells(options.publish),
        "override": options.release_anyway or "",
        "last_edition": _last_edition(options, protection),
    }
    source = options.audit or options.data
    if options.audit is not None:
        finished = finished_from(options, hierarchies)
        table = PlannedTable(name=source.stem, finished=finished, **made)
        if not options.difference:
            return (table,)
        path = Path(options.difference)
        beside = finished.changed(file=InputFile.chosen(path))
        name = path.stem if path.stem != source.stem else str(path)
        return table, PlannedTable(name=name, finished=beside, rules=made["rules"])
    built = plan_from(options, hierarchies)
    table = PlannedTable(name=source.stem, plan=built, **made)
    if not options.difference:
        return (table,)
    others = {name: one for name, one in hierarchies.items() if name in options.difference}
    other = built.changed(rows=options.difference, columns=(), hierarchies=_written(others))
    return table, PlannedTable(name=" ".join(options.difference), plan=other, rules=made["rules"])


def _last_edition(options: Namespace, protection: Protection | None) -> LastEdition | None:
    """Return which cells the file of the last edition hides."""
    if options.last_edition is None:
        return None
    if not isinstance(protection, CellSuppression):
        words = (
            "--last-edition is for cell suppression; choose that by --protect, or leave the last edition out."
        )
        raise ParameterError(words, "last_edition")
    named = {name: getattr(options, name) for name in ("frequency", "status", "largest", "cost")}
    if options.audit is not None:
        named["value"] = options.value
    columns = FinishedColumns(**{name: value for name, value in named.items() if value is not None})
    if options.mark:
        columns = replace(columns, marks=tuple(options.mark))
    return read_last_edition(options.last_edition, (*options.rows, *options.columns), columns=columns)


def finished_from(options: Namespace, hierarchies: dict[str, Hierarchy]) -> FinishedTable:
    """Return the finished table that the options of `declare_finished` describe.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    hierarchies
        By variable.

    Returns
    -------
    FinishedTable
        Not read yet.
    """
    read = {"value": options.value, "cost": options.cost, "marks": options.mark}
    read |= {name: getattr(options, name) for name in FINISHED if name != "mark"}
    given = {name: value for name, value in read.items() if value is not None}
    given |= {"total": options.total, "hierarchies": _written(hierarchies)}
    return FinishedTable(file=InputFile.chosen(options.audit), **given)


def plan_from(options: Namespace, hierarchies: dict[str, Hierarchy]) -> TablePlan:
    """Return what the options of `declare_plan` describe.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    hierarchies
        By variable.

    Returns
    -------
    TablePlan
        Of records.

    Raises
    ------
    ParameterError
        Rows are missing, or options do not belong together.
    """
    if not options.rows:
        raise ParameterError("Name the variables of the rows by --rows.", "rows")
    plan = {
        name: getattr(options, name) for name in ("value", "weight", "holding", "waiver", "cost", "total")
    }
    plan = {name: value for name, value in plan.items() if value} | {"where": _where(options.where)}
    return TablePlan(
        rows=tuple(options.rows), columns=tuple(options.columns), hierarchies=_written(hierarchies), **plan
    )


def hierarchy_files(given: Sequence[str]) -> dict[str, Path]:
    """Return the files of hierarchies by the variable that each was given for.

    Parameters
    ----------
    given
        "region=regions.csv".

    Returns
    -------
    dict[str, Path]
        The files; they need not be there.

    Raises
    ------
    ParameterError
        One does not name a variable and a file, or two are of the same variable.
    """
    found: dict[str, Path] = {}
    for text in given:
        name, separator, path = text.partition("=")
        if not separator or not path or name in found:
            words = "{text} names no hierarchy; write the variable, = and the file, once for each variable."
            raise ParameterError(sentence(words, text=short(text)), "hierarchy")
        found[name] = Path(path)
    return found


def read_hierarchies(files: dict[str, Path]) -> dict[str, Hierarchy]:
    """Return the hierarchies that files hold; errors are those of `read_hierarchy_file`.

    Parameters
    ----------
    files
        By variable.

    Returns
    -------
    dict[str, Hierarchy]
        By variable.
    """
    return {name: read_hierarchy_file(path) for name, path in files.items()}


def _written(hierarchies: dict[str, Hierarchy]) -> Any:
    """Return hierarchies by variable as a parameter takes them."""
    return dict(hierarchies)


def _cells(given: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell.split(BETWEEN)) for cell in given)


def _where(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found = {}
    for text in given:
        name, separator, values = text.partition("=")
        if not separator or not values:
            words = "{text} is no filter; write the variable, = and its values with commas."
            raise ParameterError(sentence(words, text=short(text)), "where")
        found[name] = tuple(values.split(","))
    return found
