"""Dimension of a table: the codes of a spanning variable, each below the one that it is a part of."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Self

import numpy as np
from pydantic import Field, model_validator

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.text.labelled_text import labelled_text
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy

TOTAL = "Total"
"""Code of the top, unless another one is given."""


class Dimension(Model):
    """A spanning variable of a table: its codes as a tree, the total at its top.

    Attributes
    ----------
    name
        The variable.
    title
        What people call it; empty: its name.
    codes
        The total first, and every code after the one that it is a part of; each once.
    parents
        For each code the place of the one that it is a part of; −1 for the total.
    labels
        For each code what it means, "" where nothing says it; none: of none.

    Raises
    ------
    ParameterError
        A code stands twice or is empty, or a parent comes after its part.

    Examples
    --------
    >>> region = Dimension.flat("region", ["North", "South"])
    >>> region.codes, region.parents
    (('Total', 'North', 'South'), (-1, 0, 0))
    """

    name: str = Field(title="Variable", min_length=1)
    title: str = Field("", title="Title")
    codes: tuple[str, ...] = Field(title="Codes", min_length=1)
    parents: tuple[int, ...] = Field(title="Parents", min_length=1)
    labels: tuple[str, ...] = Field((), title="Labels")

    @model_validator(mode="after")
    def _is_a_tree(self) -> Self:
        twice = _twice(self.codes)
        if twice is not None:
            words = "the code {code} stands twice; give each one of its own"
            raise FieldError("codes", sentence(words, code=short(twice)))
        if "" in self.codes:
            raise FieldError("codes", "one is empty; give each a name")
        if len(self.parents) != len(self.codes):
            raise FieldError("parents", "there must be as many as codes")
        if len(self.labels) not in (0, len(self.codes)):
            raise FieldError("labels", "there must be as many as codes")
        if self.parents[0] != -1:
            raise FieldError("parents", "the first code must be the total, whose parent is −1")
        for place, parent in enumerate(self.parents[1:], start=1):
            if not 0 <= parent < place:
                words = "the code {code} must stand after the one that it is a part of"
                raise FieldError("parents", sentence(words, code=short(self.codes[place])))
        return self

    @classmethod
    def flat(cls, name: str, codes: Sequence[str], total: str = TOTAL, title: str = "") -> Self:
        """Return a dimension whose codes are all parts of the total.

        Parameters
        ----------
        name
            The variable.
        codes
            In their order, each once.
        total
            Code of the total; it may be none of the codes.
        title
            What people call the variable.

        Returns
        -------
        Self
            With the total first.
        """
        return cls(name=name, title=title, codes=(total, *codes), parents=(-1, *(0 for _ in codes)))

    @classmethod
    def from_hierarchy(
        cls,
        name: str,
        hierarchy: Hierarchy,
        values: Sequence[str] = (),
        total: str = TOTAL,
        title: str = "",
        labels: Collection[str] = (),
    ) -> Self:
        """Return the dimension of a hierarchy: its labels with their parts, and the values as leaves.

        A label above a single entry tells nothing of its own and is left out, as is the label of everything,
        which the total stands for. Values keep their names; a label that is called as a value, the total or
        another label has a number after it.

        Parameters
        ----------
        name
            The variable.
        hierarchy
            Values and the labels above them.
        values
            Those that are wanted; none: all of the hierarchy.
        total
            Code of the total.
        title
            What people call the variable.
        labels
            Those that are codes of their own also above a single entry.

        Returns
        -------
        Self
            Parts follow the label above them, in the order of the hierarchy.

        Raises
        ------
        DataError
            A value is not in the hierarchy, or is called as the total is.
        """
        wanted = tuple(values) or hierarchy.values
        rows = hierarchy.rows
        absent = next((value for value in wanted if value not in rows), None)
        if absent is not None:
            words = "{name}: the value {value} is not in the hierarchy; place it there first."
            raise DataError(sentence(words, name=name, value=short(absent)), name)
        if total in wanted:
            words = "{name} has a value that is called as the total is; give the total another name."
            raise DataError(sentence(words, name=name), "total")
        order = {value: place for place, value in enumerate(hierarchy.values)}
        leaves = sorted(wanted, key=order.__getitem__)
        paths = [tuple(reversed((value, *rows[value]))) for value in leaves]
        return cls._from_paths(name, paths, total, title, labels)

    @classmethod
    def _from_paths(
        cls, name: str, paths: Sequence[tuple[str, ...]], total: str, title: str, labels: Collection[str]
    ) -> Self:
        """Return the tree of paths, each from the widest label to the value."""
        codes, parents = [total], [-1]
        kept = set(labels)
        used = {total, *(path[-1] for path in paths)}

        def add(below: Sequence[tuple[str, ...]], depth: int, parent: int) -> None:
            # Only where several parts begin there is a code of its own.
            groups: dict[str, list[tuple[str, ...]]] = {}
            for path in below:
                groups.setdefault(path[depth], []).append(path)
            last = depth == len(below[0]) - 1
            if len(groups) == 1 and not last and not groups.keys() & kept:
                add(below, depth + 1, parent)
                return
            for label, some in groups.items():
                single = last or (len(some) == 1 and label not in kept)
                code = some[0][-1] if single else _free(label, used)
                codes.append(code)
                parents.append(parent)
                kept.discard(label)  # the widest of equal ones
                if not single:
                    add(some, depth + 1, len(codes) - 1)

        if paths:
            add(paths, 0, 0)
        return cls(name=name, title=title, codes=tuple(codes), parents=tuple(parents))

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def shown_title(self) -> str:
        """What people call it."""
        return self.title or self.name

    @cached_property
    def shown_codes(self) -> tuple[str, ...]:
        """The codes as people read them, those with a label with it."""
        return tuple(map(labelled_text, self.codes, self.labels)) if self.labels else self.codes

    @cached_property
    def above(self) -> np.ndarray:
        """int64 (codes,), the parents."""
        return np.array(self.parents, dtype=np.int64)

    @cached_property
    def leaves(self) -> np.ndarray:
        """int64, places of the codes that have no parts, in their order."""
        has_parts = np.zeros(len(self), dtype=bool)
        has_parts[self.above[1:]] = True
        return np.flatnonzero(~has_parts)

    @cached_property
    def depths(self) -> np.ndarray:
        """int64 (codes,), how many codes are above each: 0 for the total."""
        depths = np.zeros(len(self), dtype=np.int64)
        for place, parent in enumerate(self.parents[1:], start=1):
            depths[place] = depths[parent] + 1
        return depths

    @cached_property
    def places(self) -> dict[str, int]:
        """Place of each code."""
        return {code: place for place, code in enumerate(self.codes)}

    def parts(self, place: int) -> tuple[int, ...]:
        """Return the places of the parts of a code.

        Parameters
        ----------
        place
            Place of the code.

        Returns
        -------
        tuple[int, ...]
            None for a leaf.
        """
        return tuple(np.flatnonzero(self.above == place).tolist())

    def path(self, code: str) -> set[int]:
        """Return the places of a code and of all that it is a part of.

        Parameters
        ----------
        code
            Any text.

        Returns
        -------
        set of int
            The total alone where there is no such code.
        """
        found, at = {0}, self.places.get(code, 0)
        while at:
            found.add(at)
            at = self.parents[at]
        return found

    @cached_property
    def wholes(self) -> tuple[int, ...]:
        """Places of the codes that have parts, in their order."""
        return tuple(np.unique(self.above[1:]).tolist())


def _twice(codes: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            return code
        seen.add(code)
    return None


def _free(label: str, used: set[str]) -> str:
    """Return the label, or with a number where it is taken already."""
    code, number = label, 2
    while code in used:
        code, number = f"{label} ({number})", number + 1
    used.add(code)
    return code
