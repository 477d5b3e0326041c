"""Changed cells: which values of a file were changed, blanked, filled in or made coarser, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VALUES, Quantity, Reason, Why, share
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.column import Cells, Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.counting import pair_counts
from sdcdesk.loss.changed_records import changed_records, is_unchanged
from sdcdesk.loss.coarser_labels import coarser_labels
from sdcdesk.loss.comparison import Comparison, compare

KINDS: tuple[tuple[str, str, str], ...] = (
    ("changed", "Changed", "Another value that does not stand for the original one."),
    ("blanked", "Blanked", "Missing in the masked file alone."),
    ("filled", "Filled in", "Missing in the original alone."),
    ("coarser", "Coarser", "A label that stands for the original value, and for others too."),
)
"""Name, title and meaning of what can have become of a cell, numbered from 1 on; 0 is as it was."""

TABLE_CELLS = 1 << 22
"""Pairs of codes that a table may have room for; of more, pairs are searched for."""

NO_CELLS = "No released record has one of these variables."

NO_RELEASED = Reason(Why.NO_RECORDS, "No record is released.")

OTHER = Declared("cells_altered", "Cells altered", SHARE, better="less").means(
    "Values of the released records that were changed, blanked, filled in or made coarser, as a share of all "
    "of them."
)


def kinds_of_cells(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return what became of the value of each released record.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of the original; where the masked file lacks it, values that were there are blanked.

    Returns
    -------
    np.ndarray
        int8 (t,), in the order of the masked file: 0 as it was, else the place in `KINDS` from 1 on.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    if name not in masked:
        there, none = ~original.missing(name)[masked.rows], np.zeros(len(masked), dtype=bool)
        return _numbered(none, there, none, none)
    if is_unchanged(original, masked, name):
        return np.zeros(len(masked), dtype=np.int8)
    numeric = is_numeric(original, name) and is_numeric(masked, name)
    if numeric and masked.held_values(original, name) is None:
        return _of_numbers(original, masked, name)
    return _of_categories(original, masked, name)


def _of_numbers(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    empty, blank = original.missing(name)[masked.rows], masked.missing(name)
    if original.beyond_exact(name) or masked.beyond_exact(name):
        # Whole numbers of so many digits are compared as they are written.
        other = np.isin(masked.rows, changed_records(original, masked, name))
    else:
        other = original.numbers(name)[masked.rows] != masked.numbers(name)
    return _numbered(other & ~empty & ~blank, blank & ~empty, empty & ~blank, np.zeros(len(masked), bool))


def _of_categories(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return the kinds of cells whose categories are compared, each pair of them once."""
    compared = compare(original, masked, name)
    labels = coarser_labels(original, masked, name, compared)
    coarser = labels.coarser | (labels.kept & _wide(original, masked, name, compared))
    kinds = _numbered(compared.changed & ~labels.kept, compared.blanked, compared.filled, coarser)
    before, after = original.coding(name).codes[masked.rows] + 1, masked.coding(name).codes + 1
    first, second, _ = pair_counts(before, after)
    found: np.ndarray
    radix = int(second.max(initial=0)) + 1
    pairs = first.astype(np.int64) * radix + second
    cells = before.astype(np.int64) * radix + after
    if len(pairs) and int(pairs[-1]) < TABLE_CELLS:
        table = np.zeros(int(pairs[-1]) + 1, dtype=np.int8)
        table[pairs] = kinds
        found = table[cells]
        return found
    found = kinds[np.searchsorted(pairs, cells)]
    return found


def _wide(original: Microdata, masked: Microdata, name: str, compared: Comparison) -> np.ndarray:
    """Return for each pair whether the masked label is an interval of more than one number.

    Such a label is coarser also where a single original value happens to be in it.
    """
    wide = [one.label for one in masked.variable(name).intervals if one.low is None or one.low != one.high]
    if not is_numeric(original, name):
        return np.zeros(len(compared.after), dtype=bool)
    # The code of a missing value is that of the last entry.
    found: np.ndarray = np.append(compared.level.isin(wide), np.False_)[compared.after]
    return found


def _numbered(*masks: np.ndarray) -> np.ndarray:
    """Return the kinds of cells of which no two masks, in the order of `KINDS`, are true."""
    kinds = np.zeros(len(masks[0]), dtype=np.int8)
    for number, mask in enumerate(masks, 1):
        kinds[mask] = number
    return kinds


@dataclass(frozen=True, eq=False)
class Altered:
    """Cells that are no longer as they were.

    Attributes
    ----------
    original, masked
        Both files.
    names
        The variables.
    edges
        int64 (B + 1,), the first original record of each block, and their number.
    counts
        int64 (variables, blocks, kinds + 1), released records of each kind.
    """

    original: Microdata
    masked: Microdata
    names: Sequence[str]
    edges: np.ndarray
    counts: np.ndarray

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return len(self.edges) - 1

    @cached_property
    def by_variable(self) -> np.ndarray:
        """int64 (variables, kinds + 1), over all blocks."""
        total: np.ndarray = self.counts.sum(axis=1)
        return total

    def shares(self, kind: int, *, by_block: bool) -> Cells:
        """Return shares of the released records, of each variable or of each of its blocks.

        Parameters
        ----------
        kind
            Place in `KINDS` from 1 on; 0: all of them together.
        by_block
            Whether there is a share for each block, variable by variable.

        Returns
        -------
        Cells
            None where no record is released.
        """
        counts = self.counts.reshape(-1, len(KINDS) + 1) if by_block else self.by_variable
        some = counts[:, kind] if kind else counts[:, 1:].sum(axis=1)
        pairs = zip(some.tolist(), counts.sum(axis=1).tolist(), strict=True)
        return [
            Quantity(part / whole, SHARE, part=part, whole=whole) if whole else None for part, whole in pairs
        ]

    def records(self, name: str, block: int | None = None) -> np.ndarray:
        """Return the records whose cell of a variable is not as it was.

        Parameters
        ----------
        name
            One of the variables.
        block
            The only block to look at; None: the whole file.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, ascending.
        """
        rows = np.sort(self.masked.rows[kinds_of_cells(self.original, self.masked, name) > 0])
        if block is None:
            return rows
        first, last = np.searchsorted(rows, self.edges[block : block + 2])
        return rows[first:last]


def _share_column(kind: int, *, by_block: bool) -> DeclaredColumn[Altered]:
    """Declare the shares of a kind, or of all together; which records were masked is secret."""
    name, title, meaning = KINDS[kind - 1] if kind else ("altered", "Altered", "All of these together.")
    secrecy = Secrecy.INTERNAL if by_block else Secrecy.AGGREGATE
    return Column(name, title, SHARE, meaning, "value", secrecy, bar="loss").cells(
        lambda found: found.shares(kind, by_block=by_block), undefined=NO_RELEASED
    )


CELLS_BY_VARIABLE = DeclaredTable[Altered](
    name="variables",
    title="By variable",
    about=plain("What became of the values of each variable, as shares of the released records."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: list(found.names)),
        *(_share_column(kind, by_block=False) for kind in (*range(1, len(KINDS) + 1), 0)),
    ),
    empty=NO_CELLS,
    rows=lambda found, at: found.records(found.names[at]),
    row_title=lambda found, at: sentence("with another value of {name}", name=found.names[at]),
    plots=(
        Plot(
            name="variables_plot",
            title="Altered cells by variable",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("Share of the released records", unit=SHARE, least=0.0),
            series=(Series("altered", "Altered", "loss"),),
            about=plain("A bar for each variable: how many of its values are no longer as they were."),
        ),
    ),
)

CELLS_BY_BLOCK = DeclaredTable[Altered](
    name="blocks",
    title="Over the file",
    about=plain(
        "Blocks are equally many records of the original, in its order; shares are of the released ones."
    ),
    columns=(
        public_key("variable", "Variable").cells(
            lambda found: [name for name in found.names for _ in range(found.blocks)]
        ),
        public_key("block", "Block").cells(
            lambda found: [str(block + 1) for _ in found.names for block in range(found.blocks)]
        ),
        Column("first", "First record", NUMBER, "Its place in the original, from 1 on.", "key").cells(
            lambda found: np.tile(found.edges[:-1] + 1, len(found.names))
        ),
        Column("last", "Last record", NUMBER, "Its place in the original.", "key").cells(
            lambda found: np.tile(found.edges[1:], len(found.names))
        ),
        Column("records", "Released", RECORDS, "Records of the block that are released.").cells(
            lambda found: found.counts.sum(axis=2).reshape(-1)
        ),
        *(_share_column(kind, by_block=True) for kind in (0, *range(1, len(KINDS) + 1))),
    ),
    empty=NO_CELLS,
    rows=lambda found, at: found.records(found.names[at // found.blocks], at % found.blocks),
    row_title=lambda found, at: sentence(
        "of block {now} with another value of {name}",
        now=at % found.blocks + 1,
        name=found.names[at // found.blocks],
    ),
    plots=(
        Plot(
            name="blocks_plot",
            title="Altered cells over the file",
            kind="heat",
            x=Axis("Block of records, in the order of the file", column="block"),
            y=Axis("Variable", column="variable"),
            series=(Series("altered", "Altered"),),
            about=plain("A cell for each variable and block: the stronger the colour, the more was altered."),
        ),
    ),
)


class ChangedCells(Measure):
    """How many cells of each variable are no longer as they were, and where in the file they are.

    A cell is the value of one variable in one released record, compared with that of the same record in the
    original. It is one of

    - *blanked*: missing in the masked file alone;
    - *filled in*: missing in the original alone;
    - *coarser*: a label that stands for the original value and for others too, by a recoding of the recipe,
      by local recoding, or by an interval that the masked file states: other categories of the original, or
      other numbers of the interval;
    - *changed*: any other value, also where a recoded value was changed besides;
    - else as it was: equal, missing in both files, or renamed one to one.

    A variable that is not released has all its values blanked. Records that are left out have no cells; the
    headline loss counts them. Numbers that stayed numbers are equal or not, whatever their distance.

    For the map the n records of the original are cut, in their order, into blocks of as many records as
    possible are alike: of B blocks block b has the records ⌊(b − 1)·n/B⌋ + 1 to ⌊b·n/B⌋; with fewer records
    than blocks each record is a block. All shares are of the released records of the variable or block, and
    not defined where there are none. Sampling weights are not used.

    When to use: to see at once what was touched, and whether it gathers in a part of the file: a file that is
    sorted by region shows there which regions paid. From each cell the records can be shown.

    When not: as a measure of use. A value that moved by one counts as one that moved by a thousand.

    The table `variables` has for each variable the shares `changed`, `blanked`, `filled`, `coarser` and, all
    together, `altered`; `blocks` has the same for each block. The latter tells which records were masked, so
    that it stands in internal editions only; the former is published in steps of some records.

    Example
    -------
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import ChangedCells
    >>> original = Microdata(pd.DataFrame({"town": ["Albany", "Boston", "Buffalo", None]}))
    >>> masked = original.assign({"town": pd.Series(["Albany", None, "Boston", "Boston"])})
    >>> found = ChangedCells(blocks=2).assess(original, masked)
    >>> found.table("variables")[["changed", "blanked", "filled", "coarser"]].values.tolist()
    [[0.25, 0.25, 0.25, 0.0]]
    >>> found.table("blocks")["altered"].tolist(), found.value("cells_altered")
    ([0.5, 1.0], 0.75)
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "changed_cells"
    title: ClassVar[str] = "Changed cells"
    source: ClassVar[str] = "Defined by this program; see the manual page"
    purpose: ClassVar[str] = "Which values are no longer as they were, and where in the file."
    declares: ClassVar[tuple[Declared, ...]] = (OTHER,)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (CELLS_BY_VARIABLE, CELLS_BY_BLOCK)
    counts_values: ClassVar[bool] = True
    needs_original: ClassVar[str] = (
        "What was altered is what differs from the original, which is not known of a released file alone."
    )
    examples = (
        {},
        {"variables": ["age", "zip"], "blocks": 7},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables to compare; none named: all but identifiers.",
        FieldDisplay(empty="all but identifiers"),
        accepts=Accepts(scales=tuple(Scale), roles=NOT_IDENTIFIERS),
    )
    blocks: int = parameter(
        20, "Blocks", "How many blocks of records the map has.", FieldDisplay(more=True), ge=1, le=200
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.variables or tuple(
            one.name for one in original.variables if one.role is not Role.IDENTIFIER
        )
        blocks, n, kinds = min(self.blocks, max(len(original), 1)), len(original), len(KINDS) + 1
        edges = np.arange(blocks + 1, dtype=np.int64) * n // blocks
        block = np.searchsorted(edges, masked.rows, side="right") - 1
        counts = np.zeros((len(names), blocks, kinds), dtype=np.int64)
        for (place, name), _ in progress.over(list(enumerate(names)), self.title):
            cells = block * kinds + kinds_of_cells(original, masked, name)
            counts[place] = np.bincount(cells, minlength=blocks * kinds).reshape(blocks, kinds)
        return _to_findings(Altered(original, masked, names, edges, counts))


def _to_findings(found: Altered) -> Findings:
    """Return the findings of cells that were compared."""
    altered, cells = int(found.counts[:, :, 1:].sum()), int(found.counts.sum())
    whole = share(altered, cells, empty=NO_CELLS)
    steps = (
        ("Values of released records", Quantity(cells, VALUES)),
        ("Altered", Quantity(altered, VALUES)),
        ("Altered ÷ values of released records", whole),
    )
    figure = OTHER.figure(whole, computation=steps if whole.defined else ())
    added = [name for name in found.masked.names if name not in found.original]
    words = "Not in the original file, so they are not compared: {names}."
    notes = (Note(sentence(words, names=", ".join(added))),) if added else ()
    section = Section(name="variables", blocks=(figure, *CELLS_BY_VARIABLE.blocks(found)), notes=notes)
    return Findings(sections=(section, CELLS_BY_BLOCK.section(found)))
