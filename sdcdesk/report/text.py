"""Findings as text for a terminal: the same words as in the report, aligned, and safe to print."""

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.board_sentence import board_sentence
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.findings import Block, Figure, Findings, Section, State
from sdcdesk.core.results.interval_rows import interval_rows
from sdcdesk.core.results.limit import UNLIMITED, Limits
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.release_check import Release
from sdcdesk.report.rows import FigureText, figure_text, table_text
from sdcdesk.report.steps import Change, StepText, steps

CAPPED = 20
"""Rows of a table that fit on a terminal."""

BARS = 30
"""Letters of the longest bar."""

WIDEST = 40
"""Letters of a cell; longer texts are cut."""


def assessment_lines(
    assessment: Assessment,
    limits: Limits = UNLIMITED,
    edition: Edition = WITHHELD,
    *,
    tables: bool = True,
) -> list[str]:
    """Return an assessment as lines: its title, and its findings indented below; see `findings_lines`.

    Parameters
    ----------
    assessment
        What was found.
    limits
        By name of the figure.
    edition
        Whom the text is for.
    tables
        Whether tables are written.

    Returns
    -------
    list[str]
        Without line breaks.
    """
    found = findings_lines(assessment, limits, edition, tables=tables)
    return [printable(assessment.title), *(f"  {line}" if line else "" for line in found)]


def steps_lines(release: Release, edition: Edition | None = None, *, tables: bool = False) -> list[str]:
    """Return the steps of a recipe as lines: what each does and reports, risk and loss before and after it.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom the text is for; None: anybody, under the threshold of the project.
    tables
        Whether the tables that steps report are written.

    Returns
    -------
    list[str]
        Without line breaks, safe to print.
    """
    edition = edition or release.edition()
    numbered = enumerate(steps(release, edition), start=1)
    return [line for number, step in numbered for line in step_lines(number, step, edition, tables=tables)]


def step_lines(
    number: int, step: StepText, edition: Edition = WITHHELD, *, tables: bool = False, notes: bool = True
) -> list[str]:
    """Return a step as lines: what it does, and indented below what it reports.

    Parameters
    ----------
    number
        Its place in the recipe, from 1.
    step
        The step in words.
    edition
        Whom the text is for.
    tables, notes
        Whether the tables that it reports, and its remarks, are written.

    Returns
    -------
    list[str]
        Without line breaks, safe to print.
    """
    rows = [[_named(row), f"{row.before} → {row.after}", row.limit] for row in step.changes]
    found = [*step.effects, *(step.notes if notes else ()), *_aligned(rows, numbers=(False, True, False))]
    if tables:
        found += findings_lines(step.findings, edition=edition)
    words = "{number}. {summary}" if step.on else "{number}. {summary} (off)"
    first = sentence(words, number=str(number), summary=step.summary)
    return [first, *(_indented(line) for line in found)]


def _indented(line: str) -> str:
    return f"   {line}" if line else ""


def _named(row: Change) -> str:
    return f"{row.scenario}: {row.symbol or row.title}" if row.scenario else row.title


def findings_lines(
    findings: Findings,
    limits: Limits = UNLIMITED,
    edition: Edition = WITHHELD,
    *,
    tables: bool = True,
) -> list[str]:
    """Return findings as lines for a terminal.

    Parameters
    ----------
    findings
        Findings or an assessment; what the edition does not show is left out first.
    limits
        Limits by name of the figure; numbers get as many digits as tell them from these.
    edition
        Whom the text is for.
    tables
        Whether tables are written, or figures and the notes beside them alone.

    Returns
    -------
    list[str]
        Without line breaks, safe to print.
    """
    shown, board = withheld(findings, edition, limits), board_sentence(findings, limits)
    first = [f"{board.verdict}: {printable(board.text)}"] if board else []
    found = (line for section in shown.sections for line in _section(section, shown, limits, tables=tables))
    return [*first, *found]


def _section(section: Section, findings: Findings, limits: Limits, *, tables: bool) -> Iterator[str]:
    figures = _figures(section.blocks, limits)
    if not (tables or figures):
        return
    if section.title:
        yield printable(section.title)
    if about := section.about:
        yield printable(about)
    yield from figures
    if tables:
        for block in section.blocks:
            if isinstance(block, Table):
                yield from ("", *_safely(block))
            elif isinstance(block, Plot) and block.kind == "intervals":
                yield from ("", *_interval_lines(block, findings.tables[block.table]))
    for note in section.notes:
        mark = "! " if note.severity == "warning" else ""
        yield mark + printable(note.text)


def _figures(blocks: Sequence[Block], limits: Limits) -> list[str]:
    """Return a line for each figure and state: title, number, and what there is to say of it.

    A reason that is that of the figure before, too, is not repeated.
    """
    rows: list[list[str]] = []
    reason = ""
    for block in blocks:
        if isinstance(block, Figure):
            found = figure_text(block, limits.get(block.name, ()))
            repeated = reason and found.reason == reason
            rows.append([found.title, _number(found), "for the reason above" if repeated else _beside(found)])
            reason = found.reason or reason
        elif isinstance(block, State):
            rows.append([printable(block.title), block.code.replace("_", " "), ""])
    return _aligned(rows, numbers=(False, True, False))


def _number(figure: FigureText) -> str:
    return f"{figure.before} → {figure.value.text}" if figure.before else figure.value.text


def _beside(figure: FigureText) -> str:
    if figure.reason:
        return printable(figure.value.aloud)
    bound = "" if figure.bound == "exact" else figure.bound
    return ", ".join(part for part in (figure.part, bound) if part)


def _safely(table: Table) -> list[str]:
    try:
        return table_lines(table)
    except Exception as error:  # one table must not cost the others
        words = "{title} could not be written here ({kind})."
        return [sentence(words, title=printable(table.title), kind=type(error).__name__)]


def table_lines(table: Table, capped: int = CAPPED, widest: int = WIDEST) -> list[str]:
    """Return a table as lines: title, headers, rows and the reasons of its empty cells.

    Parameters
    ----------
    table
        Rows with declared columns.
    capped
        Rows at most.
    widest
        Signs of a cell at most.

    Returns
    -------
    list[str]
        Columns aligned by spaces.
    """
    text = table_text(table, min(capped, table.capped))
    title = f"{printable(table.title)} ({text.more})" if text.more else printable(table.title)
    if not text.rows:
        return [title, f"  {printable(table.empty)}"]
    heads = [_short(f"{header.over} {header.title}".strip(), widest) for header in text.headers]
    several = len(text.reasons) > 1
    rows = [
        [_short(cell.text, widest) + (f" [{cell.note}]" if several and cell.note else "") for cell in row]
        for row in text.rows
    ]
    numbers = tuple(header.number for header in text.headers)
    reasons = [
        f"  [{place}] {reason}" if several else f"  – {reason}"
        for place, reason in enumerate(text.reasons, start=1)
    ]
    return [title, *(f"  {line}" for line in _aligned([heads, *rows], numbers)), *reasons]


def _interval_lines(plot: Plot, table: Table) -> list[str]:
    """Return interval bars: "=" up to the value, "-" on to the upper end of its interval."""
    found = interval_rows(plot, table)
    widest = max((row.high for row in found), default=0.0) or 1.0
    rows = []
    for row in found:
        value, high = (round(BARS * end / widest) for end in (row.value, row.high))
        bar = "=" * value + "-" * (high - value)
        rows.append([row.name, bar.ljust(BARS), row.text, row.range])
    return [printable(plot.title), *(f"  {line}" for line in _aligned(rows, (False, False, True, True)))]


def _short(text: str, widest: int = WIDEST) -> str:
    return text if len(text) <= widest else f"{text[: widest - 1]}…"


def _aligned(rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> list[str]:
    """Return rows of cells as lines with columns of equal width, numbers to the right."""
    widths = [max(_width(row[place]) for row in rows) for place in range(len(numbers))] if rows else []
    return [
        "  ".join(
            " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
            for cell, width, right in zip(row, widths, numbers, strict=True)
        ).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
