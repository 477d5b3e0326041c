"""Generalisation hierarchy: the values of a variable in order, and wider labels above them, by level."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
import pandas as pd
from pydantic import Field, field_validator, model_serializer, model_validator

from sdcdesk.core.running.model import Model, text_keys
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.hierarchies.label_text import parse_labels
from sdcdesk.hierarchies.table_file import AUTO, HierarchyTable, read_table, write_table

Labels = tuple[str, ...]

Written = dict[str, str | list[str] | list[dict[str, str]]]
"""A hierarchy as JSON: its name, for each level what stands above each entry of the level below, and titles
of the levels where they have any."""

WRITTEN = {"name", "levels", "titles"}
"""Names that stand in it."""

LONGEST_NAME = 200
"""Characters of what a hierarchy may be called."""

LONGEST_TITLE = 200
"""Characters of what a level may be called."""


class Hierarchy(Model):
    """A generalisation hierarchy: values in order, and above each of them one label at every level.

    Equal labels of a level lie below equal ones of the next. Level 0 are the values themselves, and level 1
    is the narrowest above them; the top level need not be a single label. Labels of a level stand in the
    order in which the values first have them. It is written, as JSON and in Python, as one table for each
    level, which says of each entry of the level below what it becomes.

    Attributes
    ----------
    name
        What people call it, and a project finds it by; empty: it stands where it is used.
    values
        The values (m,) in their order, as text, each once.
    levels
        For each level above the values the labels of the values, (m,).
    titles
        What each level above the values is called in words, as "10-year bands"; empty, or with an empty text
        for some: see `level_title`.

    Raises
    ------
    ParameterError
        A value or label is missing, stands twice, or lies below two others, or the titles are not as many as
        the levels; the sentence says where.

    Examples
    --------
    >>> zones = {"Bremen": "North", "Kiel": "North", "Ulm": "South"}
    >>> towns = Hierarchy(name="Towns", levels=[zones, {"North": "any", "South": "any"}])
    >>> towns.height, towns.labels(1), towns.codes(1).tolist()
    (2, ('North', 'South'), [0, 0, 1])
    """

    name: str = Field("", title="Name", max_length=LONGEST_NAME)
    values: Labels = Field(title="Values")
    levels: tuple[Labels, ...] = Field(title="Levels")
    titles: tuple[Annotated[str, Field(max_length=LONGEST_TITLE)], ...] = Field((), title="Titles of levels")

    @field_validator("titles")
    @classmethod
    def _none_without_words(cls, titles: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(title.strip() for title in titles) if any(title.strip() for title in titles) else ()

    @model_validator(mode="before")
    @classmethod
    def _from_tables(cls, written: Any) -> Any:
        """Take levels as they are written: each a table of what stands above the entries of the one below."""
        if not isinstance(written, dict) or "values" in written or not _are_tables(written.get("levels")):
            return written
        values, levels = _followed(written["levels"])
        return {**written, "values": values, "levels": levels}

    @model_validator(mode="after")
    def _nested(self) -> Self:
        _require_nested(self.values, self.levels)
        _require_titles(self.titles, self.height)
        return self

    def __repr__(self) -> str:
        # The name and sizes only: values are confidential.
        name = f"{printable(self.name)}, " if self.name else ""
        return f"Hierarchy({name}{counted(len(self.values), 'value')}, {counted(self.height, 'level')})"

    def __str__(self) -> str:
        return repr(self)

    @model_serializer
    def _as_tables(self) -> Written:
        tables = [dict(zip(*two, strict=True)) for two in pairwise([self.values, *self.levels])]
        titles: Written = {"titles": list(self.titles)} if self.titles else {}
        return {"name": self.name, "levels": tables, **titles}

    @classmethod
    def read(
        cls,
        path: Path | str,
        name: str | None = None,
        *,
        header: bool | None = None,
        encoding: str = AUTO,
    ) -> Self:
        """Return the hierarchy that a CSV file holds: a line for each value, with its labels beside it.

        Parameters
        ----------
        path
            The file: value, narrowest label, …, widest label, separated by semicolons, commas, tabs or bars.
            This is how other programs write generalisation hierarchies.
        name
            What people call it; None: the name of the file without its ending.
        header
            Whether the first line holds the titles of the levels; None: found out.
        encoding
            Encoding of the text, as Python spells it; "auto": found out.

        Returns
        -------
        Self
            With the values in the order of the lines.

        Raises
        ------
        ReadError
            The file cannot be read, or its lines are no hierarchy; the sentence names the line, and the
            error knows its value, see `HierarchyFileError`.
        ParameterError
            There is no such encoding.

        Examples
        --------
        >>> Hierarchy.read("age.csv")  # doctest: +SKIP
        Hierarchy(age, 100 values, 4 levels)
        """
        found = read_table(Path(path), header=header, encoding=encoding)
        called = Path(path).stem[:LONGEST_NAME] if name is None else name
        return cls(name=called, values=found.values, levels=found.levels, titles=found.titles)

    def write(self, path: Path | str, *, titles: bool = True, overwrite: bool = False) -> None:
        """Write it as a CSV file: a line for each value, with its labels beside it, in UTF-8.

        Parameters
        ----------
        path
            The file; it is written as a whole or not at all.
        titles
            Whether a first line holds the titles of the levels, where they have any; some other programs
            would take it for a value.
        overwrite
            Whether a file that exists may be replaced.

        Raises
        ------
        WriteError
            The file cannot be written, or exists and may not be replaced.
        """
        table = HierarchyTable(self.values, self.levels, self.titles)
        write_table(table, Path(path), titles=titles, overwrite=overwrite)

    @classmethod
    def from_rows(cls, rows: Mapping[str, str | Sequence[str]], name: str = "") -> Self:
        """Return the hierarchy in which each value has a row of labels.

        Parameters
        ----------
        rows
            By value its labels from the narrowest to the widest, equally many for each; a text has " > "
            between the labels.
        name
            What people call it.

        Returns
        -------
        Self
            With the values in this order.

        Raises
        ------
        ValueError
            Some value has more labels than another; a clause says which by its place.
        ParameterError
            The rows are no hierarchy.
        """
        values, levels = _transposed(rows)
        return cls(name=name, values=values, levels=levels)

    @property
    def rows(self) -> dict[str, Labels]:
        """By value its labels, the narrowest first."""
        return dict(zip(self.values, zip(*self.levels, strict=True), strict=True))

    @property
    def height(self) -> int:
        """How many levels there are above the values."""
        return len(self.levels)

    @property
    def has_one_top(self) -> bool:
        """Whether all values share the label of the top level."""
        return len(self.labels(self.height)) == 1

    def level_title(self, level: int) -> str:
        """Return what a level is called in words.

        Parameters
        ----------
        level
            0…height; 0: the values.

        Returns
        -------
        str
            Its title; where it has none, "dropped" for a level of one label, and its number for others. The
            values are taken "as is".
        """
        if level == 0:
            return "as is"
        if self.titles and self.titles[level - 1]:
            return self.titles[level - 1]
        return "dropped" if len(self.labels(level)) == 1 else sentence("level {level}", level=str(level))

    def labels(self, level: int) -> Labels:
        """Return the different labels of a level.

        Parameters
        ----------
        level
            0…height; 0: the values.

        Returns
        -------
        tuple[str, ...]
            In the order in which values first have them.
        """
        return self._coded[level][1]

    def codes(self, level: int) -> np.ndarray:
        """Return for each value the place of its label among those of a level.

        Parameters
        ----------
        level
            0…height; 0: the values.

        Returns
        -------
        np.ndarray
            int32 (m,), from 0; not to be changed.
        """
        return self._coded[level][0]

    def label_codes(self, values: Sequence[str], level: int) -> np.ndarray:
        """Return the places of the labels of any values at a level: the categories of a coding, say.

        Parameters
        ----------
        values
            Values (n,), as text.
        level
            0…height.

        Returns
        -------
        np.ndarray
            int32 (n,); −1 for a value that the hierarchy lacks.
        """
        places = self._places.get_indexer(pd.Index(values, dtype=object))
        found = self.codes(level)[places]
        found[places < 0] = -1
        return found

    @cached_property
    def _places(self) -> pd.Index:
        return pd.Index(self.values, dtype=object)

    @cached_property
    def _coded(self) -> list[tuple[np.ndarray, Labels]]:
        coded = []
        for labels in (self.values, *self.levels):
            codes, different = pd.factorize(np.array(labels, dtype=object))
            codes = codes.astype(np.int32)
            codes.flags.writeable = False
            coded.append((codes, tuple(different.tolist())))
        return coded


def read_hierarchy(written: Any) -> Any:
    """Return the hierarchy that a parameter gives, or the name of one.

    Parameters
    ----------
    written
        A hierarchy; its name; its JSON form; or its rows, see `Hierarchy.from_rows`, where numbers may stand
        for values.

    Returns
    -------
    Any
        A hierarchy or a name; None for nothing.

    Raises
    ------
    ValueError
        It is no hierarchy; a clause says where, and repeats no value.
    """
    if isinstance(written, dict):
        return _from_names(written) if written else None
    if written is None or isinstance(written, Hierarchy | str):
        return written
    raise ValueError("must be a hierarchy, or the name of one")


def _from_names(written: dict[Any, Any]) -> Hierarchy:
    """Return the hierarchy that is written as names and values: its JSON form, or its rows."""
    name, titles = "", ()
    if set(written) <= WRITTEN and _are_tables(written.get("levels")):
        values, levels = _followed(written["levels"])
        name, titles = written.get("name", ""), written.get("titles", ())
        if not isinstance(name, str):
            raise ValueError("has a name that is no text; write it in quotation marks")
        if not _are_texts(titles):
            raise ValueError("has titles of levels that are no texts; write them in quotation marks")
    else:
        values, levels = _transposed(text_keys(written))
    _require_nested(values, levels)
    _require_titles(titles, len(levels))
    return Hierarchy(name=name, values=values, levels=levels, titles=titles)


def _transposed(rows: Mapping[str, str | Sequence[str]]) -> tuple[Labels, tuple[Labels, ...]]:
    """Return the values, and for each level their labels, of rows of labels."""
    if not all(isinstance(row, str) or _are_texts(row) for row in rows.values()):
        raise ValueError("needs for each value its labels, from the narrowest to the widest")
    labels = [parse_labels(row) if isinstance(row, str) else tuple(row) for row in rows.values()]
    for place, row in enumerate(labels, start=1):
        if len(row) != len(labels[0]):
            wrong = "value {place} has {labels}, and the first has {first}; give all equally many"
            labels_there, first = (counted(len(one), "label") for one in (row, labels[0]))
            raise ValueError(sentence(wrong, place=str(place), labels=labels_there, first=first))
    return tuple(rows), tuple(zip(*labels, strict=True))


def _followed(tables: Sequence[Mapping[str, str]]) -> tuple[Labels, tuple[Labels, ...]]:
    """Return the values, and for each level the labels that its table gives to those of the one below."""
    written = [text_keys(table) for table in tables]
    below = values = tuple(written[0]) if written else ()
    levels = []
    for level, table in enumerate(written):
        known = dict.fromkeys(below)
        for place, entry in enumerate(known, start=1):
            if entry not in table:
                wrong = "entry {place} of level {level} has nothing above it; give it a label"
                raise ValueError(sentence(wrong, place=str(place), level=str(level)))
        for place, entry in enumerate(table, start=1):
            if entry not in known:
                wrong = "entry {place} of those above level {level} is not among its labels; leave it out"
                raise ValueError(sentence(wrong, place=str(place), level=str(level)))
        below = tuple(table[entry] for entry in below)
        levels.append(below)
    return values, tuple(levels)


def _require_nested(values: Labels, levels: tuple[Labels, ...]) -> None:
    """Refuse what is no hierarchy; the clause says where, and repeats no value."""
    if not values:
        raise ValueError("names no value; write the labels of every value")
    if len(set(values)) < len(values):
        twice = pd.Index(values).duplicated().argmax() + 1
        raise ValueError(sentence("value {place} was named before; name each value once", place=str(twice)))
    if not levels:
        raise ValueError("has no level above its values; give every value a label")
    for level, labels in enumerate(levels, start=1):
        if len(labels) != len(values):
            wrong = "level {level} has {labels} for {values}; give every value one"
            labels_there, needed = counted(len(labels), "label"), counted(len(values), "value")
            raise ValueError(sentence(wrong, level=str(level), labels=labels_there, values=needed))
        if "" in labels:
            wrong = "value {place} has an empty label at level {level}; write all labels"
            raise ValueError(sentence(wrong, place=str(labels.index("") + 1), level=str(level)))
    for level, (below, above) in enumerate(pairwise(levels), start=1):
        _require_wider(level, below, above)


def _require_titles(titles: Sequence[str], height: int) -> None:
    """Refuse titles that are not as many as the levels above the values."""
    if titles and len(titles) != height:
        wrong = "has {titles} for {levels}; give each level above the values one, or none at all"
        given, needed = counted(len(titles), "title"), counted(height, "level")
        raise ValueError(sentence(wrong, titles=given, levels=needed))


def _require_wider(level: int, below: Labels, above: Labels) -> None:
    """Refuse values with the same label at a level and different ones at the next."""
    known = dict(zip(below, above, strict=True))
    if tuple(map(known.__getitem__, below)) == above:
        return
    first: dict[str, int] = {}
    for place, (label, wider) in enumerate(zip(below, above, strict=True)):
        before = first.setdefault(label, place)
        if above[before] != wider:
            raise ValueError(
                sentence(
                    "values {first} and {place} share a label at level {level}, but not at the next one; "
                    "give them the same one there",
                    first=str(before + 1),
                    place=str(place + 1),
                    level=str(level),
                )
            )


def _are_tables(levels: Any) -> bool:
    return isinstance(levels, list | tuple) and all(
        isinstance(table, dict) and _are_texts([*table.values()]) for table in levels
    )


def _are_texts(row: Any) -> bool:
    return isinstance(row, list | tuple) and all(isinstance(label, str) for label in row)
