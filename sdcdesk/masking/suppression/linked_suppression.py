"""Linked suppression: what loses its value with another: "ghost variables", and members of a household."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import CELLS, Quantity
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import KEY_LIKE, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.declared import CELLS_BLANKED, RECORDS_WITH_BLANKS
from sdcdesk.masking.households import find_households
from sdcdesk.masking.suppression.blanking import with_blanks

MEMBER_CELLS = Declared(
    "cells_blanked_with_members",
    "Cells blanked for members",
    CELLS,
    "Cells among those blanked that are blank only because another member of the household lost the value.",
    better="less",
)

LINKED_CELLS = Declared(
    "linked_cells_blanked",
    "Linked cells blanked",
    CELLS,
    "Cells of linked variables that lost their value with the variable that they are linked to.",
    better="less",
)


class SuppressesValues(Method):
    """A method that blanks values, and those of the variables that are linked to them.

    Where a step takes out the value of a variable, an intruder must not read it from another one: the year
    of birth tells the age, the occupation code its group. A linked variable (in other programs: a ghost
    variable) becomes empty in every record in which the step blanks the variable that it is linked to; it
    decides nothing, and is counted apart. What was missing already links nothing.

    Where a variable describes the whole household, as its dwelling does, the others of a household tell what
    one of them lost: a shared variable that is blanked in one record becomes empty in all records of its
    household. A record without a household stands alone.
    """

    declares: ClassVar[tuple[Declared, ...]] = (
        CELLS_BLANKED,
        RECORDS_WITH_BLANKS,
        MEMBER_CELLS,
        LINKED_CELLS,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (by_variable(CELLS_BLANKED, LINKED_CELLS),)

    linked: dict[str, tuple[str, ...]] = parameter(
        {},
        "Linked variables",
        "For a variable that is blanked, those that tell its value (year of birth for age): they become "
        "empty in the same records, and are counted apart.",
        FieldDisplay(more=True, empty="none", rows=lambda data: data.names),
    )
    shared: tuple[str, ...] = parameter(
        (),
        "Shared by a household",
        "Variables that are blanked here and describe the whole household (dwelling, region): where one "
        "member loses such a value, all do. Needs a variable with the role household.",
        FieldDisplay(more=True, empty="none"),
        accepts=KEY_LIKE,
    )

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts)."""
        yield from super().chosen()
        yield from (("linked", name, KEY_LIKE) for names in self.linked.values() for name in names)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that what is linked is blanked by nothing else, and linked to what is blanked."""
        notes = super().check(data)
        blanked = self.blanked_names(data)
        for name, linked in self.linked.items():
            if name not in blanked:
                words = "{name} is none of the variables that are blanked, so nothing can be linked to it."
                raise DataError(sentence(words, name=short(name)), "linked", title=self.title)
            if other := next((one for one in linked if one in blanked), ""):
                words = "{other} is blanked itself, so it cannot be linked to another variable; leave it out."
                raise DataError(sentence(words, other=short(other)), "linked", title=self.title)
        if self.shared:
            needed_variable(Role.HOUSEHOLD, None, data, "shared")
        if strange := next((name for name in self.shared if name not in blanked), ""):
            words = (
                "{strange} is none of the variables that are blanked, so no member of a "
                "household loses it; leave it out."
            )
            raise DataError(sentence(words, strange=short(strange)), "shared", title=self.title)
        return notes

    def blanked_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the variables whose values the method blanks itself.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        tuple[str, ...]
            Linked variables left out.
        """
        raise NotImplementedError

    def with_blanks(self, data: Microdata, cells: Mapping[str, np.ndarray]) -> Masked:
        """Return the data with some cells empty, and those that are linked to them.

        Parameters
        ----------
        data
            The file before the step.
        cells
            bool (n,) for each variable: which of its cells become empty.

        Returns
        -------
        Masked
            The same records; and the cells blanked, those of all members of a household among them, linked
            ones apart.
        """
        whole = self._in_households(data, cells)
        blanked = with_blanks(data, whole)
        reported, found = {**blanked.reported}, {**blanked.by_variable}
        if self.shared:
            more = sum(int((whole[name] & ~cells[name] & ~data.missing(name)).sum()) for name in self.shared)
            reported[MEMBER_CELLS] = Quantity(more, CELLS)
        cells = whole
        following: dict[str, np.ndarray] = {}
        for name, linked in self.linked.items():
            lost = cells[name] & ~data.missing(name)
            for other in linked:
                following[other] = following.get(other, np.zeros(len(data), dtype=bool)) | lost
        if following:
            blanked = with_blanks(blanked.data, following)
            reported[LINKED_CELLS] = blanked.reported[CELLS_BLANKED]
            found |= {
                name: {LINKED_CELLS: numbers[CELLS_BLANKED]} for name, numbers in blanked.by_variable.items()
            }
        return Masked(blanked.data, reported, tables=(self.tables[0].table(found),))

    def _in_households(self, data: Microdata, cells: Mapping[str, np.ndarray]) -> Mapping[str, np.ndarray]:
        """Return the cells that become empty, with those of the other members where they share a variable."""
        if not self.shared:
            return cells
        households = find_households(data, needed_variable(Role.HOUSEHOLD, None, data, "shared"))
        return {
            name: households.any(where)[households.codes] if name in self.shared else where
            for name, where in cells.items()
        }
