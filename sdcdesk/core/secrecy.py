"""Secrecy of findings: what is left out for an audience, before any writer sees it."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.findings import Block, Figure, Findings, Note, Section
from sdcdesk.core.limit import Judgement
from sdcdesk.core.number_shown import count_shown
from sdcdesk.core.plot import Plot
from sdcdesk.core.quantity import RECORDS, VALUES, Quantity
from sdcdesk.core.sentence import Argument, Sentence, sentence
from sdcdesk.core.table import Column, Secrecy, Table

Kept = TypeVar("Kept", bound=Findings)

_COUNTING = (RECORDS.noun, VALUES.noun)
"""Nouns of counts of records; of a value there is one a record."""

_WHOLE = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")
"""Whole numbers in a text."""


class Audience(StrEnum):
    """Who reads a document."""

    PUBLIC = "public"
    """Anybody: names, sizes and aggregates."""

    INTERNAL = "internal"
    """The disclosure board: the same, and values of the data where the user asks for them."""


@dataclass(frozen=True, slots=True)
class Edition:
    """Whom a document is for, and whether values of the data may stand in it.

    Attributes
    ----------
    audience
        See `Audience`.
    values
        Whether values of the data stay; only of an internal document.
    threshold
        Aggregates that count fewer records are left out, where values of the data are; 0: none.

    Raises
    ------
    ParameterError
        Values are asked for in a public document.
    """

    audience: Audience = Audience.PUBLIC
    values: bool = False
    threshold: int = 0

    def __post_init__(self) -> None:
        if self.values and self.audience is not Audience.INTERNAL:
            raise ParameterError(
                "Values of the data stand in internal documents only; choose the internal edition.", "values"
            )

    def shows(self, secrecy: object) -> bool:
        """Return whether something of this secrecy stays; what is not known does not.

        Parameters
        ----------
        secrecy
            Secrecy of a column or figure.

        Returns
        -------
        bool
            False also for anything that is not a `Secrecy`.
        """
        return secrecy in (Secrecy.PUBLIC, Secrecy.AGGREGATE) or (self.values and secrecy is Secrecy.RECORD)

    def hides(self, number: Quantity | int | None) -> bool:
        """Return whether a number counts records, and fewer than the owner's threshold.

        Parameters
        ----------
        number
            A quantity, of a share the records behind it; a plain count is taken as one of records.

        Returns
        -------
        bool
            False also for 0, which counts nobody.
        """
        count = _counted(number) if isinstance(number, Quantity) else number
        return not self.values and count is not None and 0 < count < self.threshold

    def leaves_out(self, quantity: Quantity | None, secrecy: object) -> bool:
        """Return whether the number of a figure is left out: it is a value, or of too few records.

        Parameters
        ----------
        quantity
            The number, or why there is none.
        secrecy
            Secrecy of the figure; a public size, as k, counts nobody.

        Returns
        -------
        bool
            Alike for the figure, its judgements, and what it was before and after a step.
        """
        if secrecy is not Secrecy.AGGREGATE:
            return not self.shows(secrecy)
        reason = None if quantity is None else quantity.reason
        return self.hides(quantity) or (reason is not None and self.tells(reason.text))

    def tells(self, text: str) -> bool:
        """Return whether a text holds a number that may count fewer records than the owner's threshold.

        Parameters
        ----------
        text
            A sentence whose numbers are written already.

        Returns
        -------
        bool
            Also where the number counts something else, for nobody knows.
        """
        return any(self.hides(int(found)) for found in _WHOLE.findall(text))

    @property
    def why(self) -> str:
        """Why an aggregate is left out."""
        return sentence("Withheld: it counts fewer than {n} records.", n=self.threshold)


WITHHELD = Edition()
"""What every writer takes where nobody says otherwise."""

EVERYTHING = Edition(Audience.INTERNAL, values=True)
"""What the owner of the data sees."""


def _counted(quantity: Quantity) -> float | None:
    """Return how many records a quantity counts; None: it counts none."""
    if quantity.part is not None:
        return quantity.part
    return quantity.value if quantity.unit.noun in _COUNTING else None


def withheld(findings: Kept, edition: Edition = WITHHELD) -> Kept:
    """Return findings as an edition shows them; each section says how much it left out.

    Columns that the edition does not show are taken from their tables and from the frames behind them, with
    everything that only the frame held; so are plots that draw them, tables that lose what names their rows,
    per-record series and the records behind rows and figures. So are rows and figures that count fewer
    records than the threshold of the edition, and what follows such a figure; sentences say "fewer than" it.

    Parameters
    ----------
    findings
        Findings or an assessment; it stays as it is.
    edition
        Whom it is for.

    Returns
    -------
    Kept
        New findings of the same kind.
    """
    few = frozenset(figure.name for figure in findings.figures.values() if edition.hides(figure.quantity))
    sections = tuple(_section(section, few, edition) for section in findings.sections)
    return replace(findings, sections=sections, records={})


def withheld_judgement(judgement: Judgement, edition: Edition) -> Judgement:
    """Return a judgement as an edition shows it: always how it stands, and the number where it may be told.

    Parameters
    ----------
    judgement
        A limit and what was found; it stays as it is.
    edition
        Whom it is for.

    Returns
    -------
    Judgement
        The same object where nothing is left out.
    """
    if judgement.quantity is None or not edition.leaves_out(judgement.quantity, judgement.secrecy):
        return judgement
    why = edition.why if edition.shows(judgement.secrecy) else "Withheld: it is a value of the data."
    return replace(judgement, quantity=None, why=why, withheld=judgement.standing)


def _section(section: Section, few: frozenset[str], edition: Edition) -> Section:
    hidden = {
        block.name: frozenset(column.name for column in block.columns if not edition.shows(column.secrecy))
        for block in section.blocks
        if isinstance(block, Table)
    }
    kept = [_block(block, hidden, few, edition) for block in section.blocks]
    tables = {block.name for block in kept if isinstance(block, Table)}
    # A plot is read with the table that it is drawn over.
    shown = tuple(block for block in kept if block is not None and not _alone(block, tables))
    columns = sum(len(names) for names in hidden.values())
    figures = sum(isinstance(block, Figure) and not edition.shows(block.secrecy) for block in section.blocks)
    rows = sum(
        len(block) - len(_many(block, edition)) for block in section.blocks if isinstance(block, Table)
    )
    stated, left = (sum(isinstance(block, Figure) for block in blocks) for blocks in (section.blocks, kept))
    of_few = stated - left - figures
    values = ("it holds values of the data", "they hold values of the data")
    below = f"fewer than {count_shown(edition.threshold)} records"
    because = tuple(f"{verb} {below}" for verb in ("it counts", "they count"))
    derived = sum(isinstance(block, Table) and block.follows in few for block in section.blocks)
    number = f"a number of {below}"
    found = (
        _left_out(columns, "column", *values),
        _left_out(figures, "figure", *values),
        _left_out(rows, "row", *because),
        _left_out(of_few, "figure", *because),
        _left_out(derived, "table", *(f"{number} could be computed from {it}" for it in ("it", "them"))),
    )
    said = (
        replace(note, text=_sentence(note.text, edition))
        for note in section.notes
        if note.text.arguments or not edition.tells(note.text)
    )
    notes = (*said, *(Note(text) for text in found if text))
    return replace(section, about=_sentence(section.about, edition), blocks=shown, notes=notes)


def _many(table: Table, edition: Edition) -> pd.DataFrame:
    """Return the rows of a table without those that count too few records; what names a row counts nobody."""
    few = np.zeros(len(table), dtype=bool)
    for column in (column for column in table.columns if column.name in table.frame):
        if column.unit is not None and column.unit.noun in _COUNTING and column.role != "key":
            cells = [edition.hides(quantity) for quantity in table.quantities(column)]
            few |= np.array(cells, dtype=bool)
    return table.frame[~few] if few.any() else table.frame


def _sentence(text: Sentence, edition: Edition) -> Sentence:
    """Return a sentence that says "fewer than" the threshold where it would count fewer records."""
    few = {
        name: sentence(f"fewer than {{n}}{_noun(argument)}", n=edition.threshold)
        for name, argument in text.arguments.items()
        if isinstance(argument, Quantity | int) and edition.hides(argument)
    }
    parts = {
        name: _sentence(argument, edition)
        for name, argument in text.arguments.items()
        if isinstance(argument, Sentence)
    }
    arguments: dict[str, Argument] = {**text.arguments, **parts, **few}
    if text.many and text.count_name in few:
        return Sentence(text.many, arguments=arguments)
    return text.with_arguments(arguments)


def _noun(argument: Argument) -> str:
    noun = argument.unit.noun if isinstance(argument, Quantity) else None
    return f" {noun.many}" if noun else ""


def _alone(block: Block, tables: set[str]) -> bool:
    return isinstance(block, Plot) and block.table not in tables


def _left_out(count: int, noun: str, because: str, because_many: str) -> Sentence | None:
    if not count:
        return None
    one = f"{{n}} {noun} is left out here: {because}."
    return sentence(one, f"{{n}} {noun}s are left out here: {because_many}.", "n", n=count)


def _block(
    block: Block, hidden: dict[str, frozenset[str]], few: frozenset[str], edition: Edition
) -> Block | None:
    if isinstance(block, Figure | Table) and block.follows in few:
        return None
    if isinstance(block, Figure):
        return _figure(block, edition)
    if isinstance(block, Table):
        return _table(block, hidden[block.name], edition)
    if isinstance(block, Plot):
        plot = _plot(block, hidden.get(block.table, frozenset()))
        return plot and replace(plot, about=_sentence(plot.about, edition))
    return block


def _figure(figure: Figure, edition: Edition) -> Figure | None:
    if edition.leaves_out(figure.quantity, figure.secrecy):
        return None
    counting = figure.secrecy is Secrecy.AGGREGATE
    told = [found for _, found in figure.computation]
    tells = any(edition.tells(one) if isinstance(one, str) else edition.hides(one) for one in told)
    return replace(
        figure,
        rows=None,
        row_title="",
        before=None if counting and edition.hides(figure.before) else figure.before,
        computation=() if tells else figure.computation,
    )


def _table(table: Table, hidden: frozenset[str], edition: Edition) -> Table | None:
    columns = tuple(column for column in table.columns if column.name not in hidden)
    if not columns or (_named_by(table.columns) and not _named_by(columns)):
        return None
    names = [column.name for column in columns]
    return replace(
        table,
        columns=columns,
        frame=_many(table, edition)[[name for name in names if name in table.frame]],
        about=_sentence(table.about, edition),
        undefined={name: why for name, why in table.undefined.items() if name in names},
        rows=None,
        row_title=None,
    )


def _named_by(columns: tuple[Column, ...]) -> bool:
    return any(column.role == "key" for column in columns)


def _plot(plot: Plot, hidden: frozenset[str]) -> Plot | None:
    drawn = {plot.x.column, plot.y.column, plot.label}
    for series in plot.series:
        drawn |= {series.column, series.low, series.high}
    return None if drawn & hidden else plot
