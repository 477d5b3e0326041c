"""Secrecy of findings: what is left out for an audience, before any writer sees it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.coarsening import USUAL, coarsened
from sdcdesk.core.errors import ParameterError
from sdcdesk.core.findings import Block, Figure, Findings, Note, Section
from sdcdesk.core.limit import UNLIMITED, Judgement, Limit, Limits
from sdcdesk.core.number_shown import count_shown
from sdcdesk.core.plot import Plot
from sdcdesk.core.quantity import HOUSEHOLDS, RECORDS, VALUES, Quantity
from sdcdesk.core.sentence import Argument, Sentence, plain, sentence
from sdcdesk.core.table import Column, Secrecy, Table

Kept = TypeVar("Kept", bound=Findings)

_COUNTING = (RECORDS.noun, VALUES.noun, HOUSEHOLDS.noun)
"""Nouns of counts of records; of a value there is one a record, and few households are few people."""

_WHOLE = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")
"""Whole numbers in a text."""


ROUNDED = (
    "Numbers with ≈ or ≤ are rounded to steps so wide that no value of a single record follows from them, "
    "nor from the same number of another file."
)
"""Note of sections that hold rounded numbers."""


class Audience(StrEnum):
    """Who reads a document."""

    PUBLIC = "public"
    """Anybody: names, sizes and aggregates."""

    INTERNAL = "internal"
    """The disclosure board: the same, and values of the data where the user asks for them."""


_SECRET = (Secrecy.DERIVED, Secrecy.RECORD)
"""What stands in editions with values of the data only."""


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
    dominance
        Where values of the data are left out, numbers that were computed from them let every value be
        uncertain by so many percent of the largest.

    Raises
    ------
    ParameterError
        Values are asked for in a public document.
    """

    audience: Audience = Audience.PUBLIC
    values: bool = False
    threshold: int = 0
    dominance: float = USUAL

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
        return secrecy in (Secrecy.PUBLIC, Secrecy.AGGREGATE) or (self.values and secrecy in _SECRET)

    def told(self, quantity: Quantity, limits: Sequence[Limit] = ()) -> Quantity:
        """Return a quantity as the edition tells it: rounded or withheld, if it was computed from values.

        Parameters
        ----------
        quantity
            Any.
        limits
            Limits on it: what is written stands to them as the number does.

        Returns
        -------
        Quantity
            The same object where nothing is to be hidden.
        """
        return quantity if self.values else coarsened(quantity, self.dominance, self.threshold, limits)

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

    def with_others(self, counts: Sequence[int], hidden: np.ndarray) -> np.ndarray:
        """Return which counts are hidden, so that those told do not tell the rest by subtraction.

        Parameters
        ----------
        counts
            Parts of a total that the reader may know.
        hidden
            bool (counts,); those that are hidden in any case.

        Returns
        -------
        np.ndarray
            bool (counts,); more of them, the smallest first, until all hidden ones together count as many
            records as the threshold asks for.
        """
        several = hidden.copy()
        sizes = np.array(counts, dtype=np.int64)
        for place in np.argsort(sizes, kind="stable"):
            if not self.hides(int(sizes[several].sum())):
                break
            several[place] |= sizes[place] > 0
        return several

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


def withheld(findings: Kept, edition: Edition = WITHHELD, limits: Limits = UNLIMITED) -> Kept:
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
    limits
        By name of the figure; a rounded number stands to its limits as the number itself.

    Returns
    -------
    Kept
        New findings of the same kind.
    """
    few = frozenset(figure.name for figure in findings.figures.values() if edition.hides(figure.quantity))
    sections = tuple(_section(section, few, edition, limits) for section in findings.sections)
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
    if judgement.quantity is None:
        return judgement
    if not edition.leaves_out(judgement.quantity, judgement.secrecy):
        told = edition.told(judgement.quantity, [judgement.limit])
        if told is judgement.quantity:
            return judgement
        why = told.reason.text if told.reason else ""
        told_or_none = told if told.defined else None
        return replace(judgement, quantity=told_or_none, why=why, withheld=judgement.standing)
    why = edition.why if edition.shows(judgement.secrecy) else "Withheld: it is a value of the data."
    return replace(judgement, quantity=None, why=why, withheld=judgement.standing)


def _section(section: Section, few: frozenset[str], edition: Edition, limits: Limits) -> Section:
    hidden = {
        block.name: frozenset(column.name for column in block.columns if not edition.shows(column.secrecy))
        for block in section.blocks
        if isinstance(block, Table)
    }
    kept = [_block(block, hidden, few, edition, limits) for block in section.blocks]
    tables = {block.name for block in kept if isinstance(block, Table)}
    # A plot is read with the table that it is drawn over.
    shown = tuple(block for block in kept if block is not None and not _alone(block, tables))
    said = (
        replace(note, text=_sentence(note.text, edition))
        for note in section.notes
        if note.text.arguments or not edition.tells(note.text)
    )
    notes = (*said, *map(Note, _omissions(section, kept, few, edition)))
    return replace(section, about=_sentence(section.about, edition), blocks=shown, notes=notes)


def _omissions(
    section: Section, kept: Sequence[Block | None], few: frozenset[str], edition: Edition
) -> Iterator[Sentence]:
    """Yield what an edition leaves out of a section, and what it rounds; each in a sentence."""
    tables = [block for block in section.blocks if isinstance(block, Table)]
    secret = Counter(column.secrecy for block in tables for column in block.columns)
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    of_data = sum(not edition.shows(block.secrecy) for block in figures)
    derived = 0 if edition.shows(Secrecy.DERIVED) else secret[Secrecy.DERIVED]
    of_few = len(figures) - sum(isinstance(block, Figure) for block in kept) - of_data
    values = ("it holds values of the data", "they hold values of the data")
    follow = tuple(f"values of single records could be computed from {it}" for it in ("it", "them"))
    below = f"fewer than {count_shown(edition.threshold)} records"
    because = tuple(f"{verb} {below}" for verb in ("it counts", "they count"))
    number = f"a number of {below}"
    found = (
        _left_out(0 if edition.shows(Secrecy.RECORD) else secret[Secrecy.RECORD], "column", *values),
        _left_out(derived, "column", *follow),
        _left_out(of_data, "figure", *values),
        _left_out(sum(int(_few(block, edition).sum()) for block in tables), "row", *because),
        _left_out(
            sum(int((_hidden(block, edition) & ~_few(block, edition)).sum()) for block in tables),
            "more row",
            *(f"how many fewer others count would follow from {it}" for it in ("it", "them")),
        ),
        _left_out(of_few, "figure", *because),
        _left_out(
            sum(block.follows in few for block in tables),
            "table",
            *(f"{number} could be computed from {it}" for it in ("it", "them")),
        ),
    )
    yield from (text for text in found if text)
    if any(quantity.rounded_to is not None for block in kept for quantity in _numbers(block)):
        yield plain(ROUNDED)


def _numbers(block: Block | None) -> Iterator[Quantity]:
    """Walk through the quantities of a block that may have been rounded."""
    if isinstance(block, Figure):
        yield block.quantity
        yield from () if block.before is None else (block.before,)
    elif isinstance(block, Table):
        cells = (
            cell for name in block.frame for cell in block.frame[name] if block.frame[name].dtype == object
        )
        yield from (cell for cell in cells if isinstance(cell, Quantity))


def _many(table: Table, edition: Edition) -> pd.DataFrame:
    """Return the rows of a table that an edition tells."""
    hidden = _hidden(table, edition)
    return table.frame[~hidden] if hidden.any() else table.frame


def _counts(table: Table) -> list[list[Quantity]]:
    """Return the columns of a table that count records; what names a row counts nobody."""
    return [
        list(table.quantities(column))
        for column in table.columns
        if column.name in table.frame
        and column.unit is not None
        and column.unit.noun in _COUNTING
        and column.role != "key"
    ]


def _few(table: Table, edition: Edition) -> np.ndarray:
    """Return which rows count too few records."""
    few = np.zeros(len(table), dtype=bool)
    for cells in _counts(table):
        few |= np.array([edition.hides(quantity) for quantity in cells], dtype=bool)
    return few


def _hidden(table: Table, edition: Edition) -> np.ndarray:
    """Return which rows count too few records, or would tell it of others: all records are told elsewhere."""
    hidden = _few(table, edition)
    if hidden.any():
        for cells in _counts(table):
            hidden |= edition.with_others([int(quantity.value or 0) for quantity in cells], hidden)
    return hidden


def _sentence(text: Sentence, edition: Edition) -> Sentence:
    """Return a sentence that says "fewer than" the threshold where it would count fewer records."""
    few = {
        name: sentence(f"fewer than {{n}}{_noun(argument)}", n=edition.threshold)
        for name, argument in text.arguments.items()
        if isinstance(argument, Quantity | int) and edition.hides(argument)
    }
    told = {
        name: edition.told(argument)
        for name, argument in text.arguments.items()
        if isinstance(argument, Quantity)
    }
    parts = {
        name: _sentence(argument, edition)
        for name, argument in text.arguments.items()
        if isinstance(argument, Sentence)
    }
    arguments: dict[str, Argument] = {**text.arguments, **told, **parts, **few}
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
    block: Block, hidden: dict[str, frozenset[str]], few: frozenset[str], edition: Edition, limits: Limits
) -> Block | None:
    if isinstance(block, Figure | Table) and block.follows in few:
        return None
    if isinstance(block, Figure):
        return _figure(block, edition, limits.get(block.name, ()))
    if isinstance(block, Table):
        return _table(block, hidden[block.name], edition)
    if isinstance(block, Plot):
        plot = _plot(block, hidden.get(block.table, frozenset()))
        return plot and replace(plot, about=_sentence(plot.about, edition))
    return block


def _figure(figure: Figure, edition: Edition, limits: Sequence[Limit]) -> Figure | None:
    if edition.leaves_out(figure.quantity, figure.secrecy):
        return None
    counting = figure.secrecy is Secrecy.AGGREGATE
    told = [found for _, found in figure.computation]
    tells = any(edition.tells(one) if isinstance(one, str) else edition.hides(one) for one in told)
    before = None if counting and edition.hides(figure.before) else figure.before
    # Rows of a computation that have the unit of the figure are written apart from its limits, too.
    near = {figure.unit: limits}
    computation = tuple(
        (words, one if isinstance(one, str) else edition.told(one, near.get(one.unit, ())))
        for words, one in figure.computation
    )
    return replace(
        figure,
        quantity=edition.told(figure.quantity, limits),
        rows=None,
        row_title="",
        before=before and edition.told(before, limits),
        computation=() if tells else computation,
    )


def _table(table: Table, hidden: frozenset[str], edition: Edition) -> Table | None:
    columns = tuple(column for column in table.columns if column.name not in hidden)
    if not columns or (_named_by(table.columns) and not _named_by(columns)):
        return None
    names = [column.name for column in columns]
    frame = _many(table, edition)[[name for name in names if name in table.frame]]
    return replace(
        table,
        columns=columns,
        frame=_told(frame, edition),
        about=_sentence(table.about, edition),
        undefined={name: why for name, why in table.undefined.items() if name in names},
        rows=None,
        row_title=None,
    )


def _told(frame: pd.DataFrame, edition: Edition) -> pd.DataFrame:
    """Return a frame with the quantities in its cells as an edition tells them."""
    told = frame.copy(deep=False)
    for name in filter(lambda name: frame[name].dtype == object, frame):
        cells = [edition.told(cell) if isinstance(cell, Quantity) else cell for cell in frame[name]]
        told[name] = pd.Series(cells, frame.index, dtype=object)
    return told


def _named_by(columns: tuple[Column, ...]) -> bool:
    return any(column.role == "key" for column in columns)


def _plot(plot: Plot, hidden: frozenset[str]) -> Plot | None:
    drawn = {plot.x.column, plot.y.column, plot.label}
    for series in plot.series:
        drawn |= {series.column, series.low, series.high}
    return None if drawn & hidden else plot
