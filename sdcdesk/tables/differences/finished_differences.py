"""Differences of finished tables: what a reader works out of two files of cells and no records.

A table of cells that neither publishes ties the two together: by a dimension that says what the second table
keeps of the first one, or by the areas of both. Its values are not known; linear programs say between which
they lie.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.tables.attacks.attacks import Attack
from sdcdesk.tables.attacks.requirements import tolerance
from sdcdesk.tables.audit.audited import Audited, audited
from sdcdesk.tables.cells.cell_system import same_cells
from sdcdesk.tables.cells.cell_table import BETWEEN, CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Sensitivity, judge
from sdcdesk.tables.differences.differences import Difference, Differences, is_narrow
from sdcdesk.tables.files.overlapping_areas import OverlappingAreas
from sdcdesk.tables.rules.minimum_frequency import MinimumFrequency
from sdcdesk.tables.rules.rule import Rule

MOST = 50_000
"""Parts that are looked at."""

SUBJECT, FILTER, KEPT, LEFT_OUT = "differences", "filter", "in both", "in one"
"""What ties the tables together, and codes of what a filter keeps and leaves out."""

NOT_JUDGED = (
    "How many contribute to the parts is not known, so that only cells of both tables were judged; compare "
    "files with frequencies."
)

IS_SENSITIVE = "It is sensitive in its own table."

Ends = tuple[np.ndarray, np.ndarray]
"""Lowest and highest value of each part, float64 (parts,)."""


def finished_differences(
    first: CellTable,
    second: CellTable,
    rules: Sequence[Rule],
    overlapping: OverlappingAreas | None = None,
    progress: Progress = SILENT,
) -> Differences:
    """Return what a reader of two tables works out of which no records are known.

    With `overlapping` both have the same records, by areas that overlap. Else cells of the same codes are
    compared: where all are equal, both have the same records, and share these cells; where those of one table
    are nowhere larger, it has some of the records of the other, as by a filter, and is subtracted.

    A part is judged where its owner knows its value, as from internal files, which have the values of hidden
    cells; and where he only knows between which values it lies, if both ends are judged alike and a reader
    knows as much. In place of rules that need contributions the smallest number of contributors is asked for,
    3. Of sums without frequencies no part is judged, but the sensitive cells of both tables are.

    Parameters
    ----------
    first, second
        With what is published of them.
    rules
        Which judge the parts; none: the smallest number of contributors.
    overlapping
        Codes of areas of the first table and of the second one that have something in common, all without
        parts below them; None: both tables have the same codes.
    progress
        Receives how far the work is.

    Returns
    -------
    Differences
        Sensitive parts, and sensitive cells of both tables, that both together give away.

    Raises
    ------
    DataError
        The tables have no cell or other codes in common, differ in both directions, or nothing agrees with
        both; or there are too many parts.
    Cancelled
        The user asked to stop.
    """
    pair = _of_same_codes(first, second) if overlapping is None else _of_areas(first, second, overlapping)
    return pair.differences(rules, progress)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Pair:
    """Two tables that are one system.

    Attributes
    ----------
    tables
        The wider one, or the first one; the other one; and that of their parts, unless both have the same
        records and codes.
    notes
        How they were taken.
    swapped
        Whether the wider one is the second of those that were given.
    """

    tables: tuple[CellTable, ...]
    notes: tuple[Sentence, ...] = ()
    swapped: bool = False

    def differences(self, rules: Sequence[Rule], progress: Progress) -> Differences:
        """Return what a reader of both works out."""
        found = audited(*self.tables, progress=progress.part(0.0, 0.5))
        rows = [self._of_attack(found, one) for one in found.attacks if not one.known]
        if len(self.tables) == 2:
            both = np.isin(found.system.cells[0], found.system.cells[1])
            return Differences(int(both.sum()), tuple(rows), self.notes)
        owner = self._owner_knows(found, progress.part(0.5, 0.9))
        number = _frequencies(self.tables, owner, progress.part(0.9, 1.0))
        if number is None:
            return Differences(len(self.tables[2]), tuple(rows), (*self.notes, plain(NOT_JUDGED)))
        rows += self._of_parts(found, owner, number, rules)
        return Differences(len(self.tables[2]), tuple(rows), self.notes)

    def _owner_knows(self, found: Audited, progress: Progress) -> Ends:
        """Return between which values the owner of both files knows each part."""
        pair, apart = self.tables[:2], self.tables[2]
        more = any(bool((one.is_hidden & ~one.unknown).any()) for one in pair)
        rough = any(one.published is not None and bool(one.published.is_rough.any()) for one in pair)
        if not more and not rough:
            return _interval(found)
        known = []
        for one in pair:
            nothing = np.zeros(len(one), dtype=bool)
            known.append(one.with_released(Released(np.where(one.unknown, np.nan, one.values), nothing)))
        return _interval(audited(*known, apart, progress=progress))

    def _of_attack(self, found: Audited, attack: Attack) -> Difference:
        """Return a sensitive cell of one of the tables that both give away."""
        system, cell = found.system, attack.cell
        texts, why, number = ["", ""], "", np.nan
        for place, (own, table) in enumerate(zip(system.cells[:2], self.tables[:2], strict=True)):
            for at in np.flatnonzero(own == cell).tolist():
                texts[place], said = table.cell_text(at), table.sensitivity
                why = why or " ".join(map(str, said.reasons.get(at, ()) if said is not None else ()))
                number = number if table.frequency is None else float(table.frequency[at])
        value = np.nan if system.unknown[cell] else float(system.values[cell])
        first, second = texts[:: -1 if self.swapped else 1]
        return Difference(first, second, value, number, attack.low, attack.high, why or IS_SENSITIVE)

    def _of_parts(
        self, found: Audited, owner: Ends, number: Ends, rules: Sequence[Rule]
    ) -> Iterator[Difference]:
        """Walk through the parts that neither table has and that both give away."""
        apart, system = self.tables[2], found.system
        low, high = _interval(found)
        values, room = owner[0], tolerance(np.where(np.isfinite(owner[0]), owner[0], 0.0))
        said, other = (_judged(apart, *ends, rules) for ends in zip(owner, number, strict=True))
        asked = said.sensitive & other.sensitive & np.isfinite(owner[0]) & np.isfinite(owner[1])
        # What a table has, its own rules judge; and what is known to be empty is nobody's.
        asked &= apart.unknown & ~np.isin(system.cells[2], np.concatenate(system.cells[:2]))
        exact = owner[1] - owner[0] <= room
        narrow = is_narrow(said, values, low, high)
        # Of what even its owner does not know, a reader knows too much who knows as much.
        alike = (low >= owner[0] - room) & (high <= owner[1] + room)
        for cell in np.flatnonzero(asked & np.where(exact, narrow, alike)).tolist():
            first, second = self._texts(apart.codes(cell))
            yield Difference(
                first,
                second,
                float(values[cell]) if exact[cell] else np.nan,
                float(number[0][cell]) if number[0][cell] == number[1][cell] else np.nan,
                float(low[cell]),
                float(high[cell]),
                " ".join(map(str, said.reasons[cell])),
            )

    def _texts(self, codes: Sequence[str]) -> tuple[str, str]:
        """Return what the cells of both tables are called that hold a part."""
        own = dict(zip((one.name for one in self.tables[2].dimensions), codes, strict=True))
        wide, narrow = (
            BETWEEN.join(own[one.name] for one in table.dimensions if one.name in own)
            for table in self.tables[:2]
        )
        if own.get(FILTER) == LEFT_OUT:
            narrow = ""
        return (narrow, wide) if self.swapped else (wide, narrow)


def _of_same_codes(first: CellTable, second: CellTable) -> _Pair:
    """Return the tables as one system, with that of their differences where one has fewer records."""
    _require_same_areas(first, second)
    one, other = (table.linked(SUBJECT, {}) for table in (first, second))
    cells, others = same_cells([one, other])
    _, at, to = np.intersect1d(cells, others, return_indices=True)
    (low, high), (lower, upper) = _ends(one), _ends(other)
    low, high, lower, upper = low[at], high[at], lower[to], upper[to]
    known = np.isfinite(low + high + lower + upper)
    if not known.any():
        words = (
            "The tables have no cell of the same codes that both publish; say which of their areas overlap."
        )
        raise DataError(plain(words), "tables")
    low, high, lower, upper = low[known], high[known], lower[known], upper[known]
    room = tolerance(low) + tolerance(upper)
    smaller, larger = bool((lower <= high + room).all()), bool((upper >= low - room).all())
    if smaller and larger:
        return _Pair((one, other))
    if not (smaller or larger) or (low < 0).any() or (lower < 0).any():
        words = (
            "The tables differ in both directions, or have negative values, so that nobody can say which has "
            "some of the records of the other; say which of their areas overlap."
        )
        raise DataError(plain(words), "tables")
    names = _called(one, "the first table"), _called(other, "the second table")
    wide, narrow = (one, other) if smaller else (other, one)
    words = "No cell of {narrow} is larger than in {wide}: it is taken for a table of some of its records."
    told = sentence(words, narrow=names[smaller], wide=names[not smaller])
    apart = _unknown_table([*wide.dimensions, Dimension.flat(FILTER, (KEPT, LEFT_OUT))], wide)
    return _Pair((wide, narrow.linked(SUBJECT, {FILTER: KEPT}), apart), (told,), swapped=not smaller)


def _require_same_areas(first: CellTable, second: CellTable) -> None:
    """Refuse tables each of which has codes of a variable that the other one lacks."""
    for one in first.dimensions:
        for other in second.dimensions:
            if one.name == other.name:
                own, theirs = ({each.codes[at] for at in each.leaves.tolist()} for each in (one, other))
                if own - theirs and theirs - own:
                    words = "{name} has other codes in each table; say which of them overlap."
                    raise DataError(sentence(words, name=short(one.name)), "tables")


def _of_areas(first: CellTable, second: CellTable, overlapping: OverlappingAreas) -> _Pair:
    """Return the tables as one system with that of the parts that their areas have in common."""
    pairs = set(overlapping)
    one = _dimension_of(first, {pair[0] for pair in pairs}, "the first table")
    other = _dimension_of(second, {pair[1] for pair in pairs}, "the second table")
    names = [own.name for own in first.dimensions]
    new = other.changed(name=f"{other.name} (2)") if other.name in names else other
    others = [own.name for own in second.dimensions if own.name != other.name]
    common = [own for own in first.dimensions if own.name in others and own.name != one.name]
    apart = _unknown_table([one, new, *common], first)
    possible = np.zeros((len(one), len(new)), dtype=bool)
    for code, area in pairs:
        possible[np.ix_([*one.path(code)], [*new.path(area)])] = True
    shape = (len(one), len(new), *[1] * len(common))
    empty = np.broadcast_to(~possible.reshape(shape), apart.shape).ravel()
    nothing = np.zeros(len(apart), dtype=bool)
    apart = apart.with_unknown(~empty).with_released(Released(np.where(empty, 0.0, np.nan), nothing))
    return _Pair((first.linked(SUBJECT, {}), second.linked(SUBJECT, {}, {other.name: new.name}), apart))


def _dimension_of(table: CellTable, codes: set[str], called: str) -> Dimension:
    """Return the dimension of a table that has all areas; they are those without parts."""
    for dimension in table.dimensions:
        leaves = {dimension.codes[place] for place in dimension.leaves.tolist()}
        if codes & leaves:
            strange = sorted(codes ^ leaves)
            if not strange:
                return dimension
            words = (
                "{code}: the areas that overlap are those of {name} without parts, each at least once; "
                "correct it."
            )
            raise DataError(
                sentence(words, code=short(strange[0]), name=short(dimension.name)), "overlapping"
            )
    words = "No dimension of {table} has the areas that overlap; name those of the first table first."
    raise DataError(sentence(words, table=_called(table, called)), "overlapping")


def _unknown_table(dimensions: Sequence[Dimension], like: CellTable) -> CellTable:
    """Return a table of which nobody knows a value."""
    cells = int(np.prod([len(one) for one in dimensions]))
    if cells > MOST:
        words = (
            "The tables have {parts} common parts, and at most {most} are looked at; compare smaller tables."
        )
        raise DataError(sentence(words, parts=str(cells), most=str(MOST)), "tables")
    nothing = np.zeros(cells, dtype=bool)
    table = CellTable(dimensions, np.zeros(cells), kind=like.kind, tolerance=like.tolerance)
    table = table.linked(SUBJECT, {}).with_unknown(~nothing)
    return table.with_released(Released(np.full(cells, np.nan), nothing))


def _ends(table: CellTable) -> Ends:
    """Return between which values each cell lies, by what its owner or else a reader knows; else NaN."""
    owner = np.where(table.unknown, np.nan, table.values)
    if table.published is None:
        return owner, owner
    low, high = table.published.ends
    return np.where(np.isnan(owner), low, owner), np.where(np.isnan(owner), high, owner)


def _interval(found: Audited) -> Ends:
    """Return between which values the parts lie."""
    low, high = found.system.values.copy(), found.system.values.copy()
    low[found.cells], high[found.cells] = found.low, found.high
    cells = found.system.cells[2]
    return low[cells], high[cells]


def _frequencies(tables: Sequence[CellTable], owner: Ends, progress: Progress) -> Ends | None:
    """Return between which numbers of contributors the parts have, as the owner knows; None: he does not."""
    *pair, apart = tables
    if apart.kind == "counts":
        return owner
    counted = []
    for table in pair:
        if table.frequency is None:
            return None
        values = table.frequency.astype(np.float64)
        if len(table.relations.broken(values)):
            return None  # members of a holding count once in a total, and cannot be subtracted
        counted.append(CellTable(table.dimensions, values, kind="counts").linked(SUBJECT, table.within))
    nothing = np.zeros(len(apart), dtype=bool)
    parts = CellTable(apart.dimensions, np.zeros(len(apart)), kind="counts").linked(SUBJECT, {})
    parts = parts.with_unknown(apart.unknown)
    parts = parts.with_released(Released(np.where(apart.unknown, np.nan, 0.0), nothing))
    return _interval(audited(*counted, parts, progress=progress))


def _judged(apart: CellTable, values: np.ndarray, number: np.ndarray, rules: Sequence[Rule]) -> Sensitivity:
    """Return what rules say of parts of some values and numbers of contributors."""
    usable = [one for one in rules if one.needs != "contributions"]
    if len(usable) < len(rules) or not usable:
        usable.append(MinimumFrequency())
    values = np.where(np.isfinite(values), values, 0.0)
    count = np.rint(np.where(np.isfinite(number), number, 0.0)).astype(np.int64)
    return judge(CellTable(apart.dimensions, values, count, kind=apart.kind, tolerance=np.inf), usable)


def _called(table: CellTable, otherwise: str) -> str:
    return short(table.title or table.name or otherwise)
