"""Declared figures of local suppression, before anything is computed."""

from sdcdesk.core.numbers.quantity import CELLS, RECORDS
from sdcdesk.core.operations.masked import by_variable
from sdcdesk.core.results.findings import Declared

UNSAFE_BEFORE = Declared(
    "records_unsafe_before", "Records unsafe before", RECORDS, "Records that were not safe before the step."
)

FAILING_STRICT = Declared(
    "records_failing_strict",
    "Safe by others' blanks only",
    RECORDS,
    "Masked records that are not safe if only the records before the step count, with their values.",
    better="less",
)

UNSAFE_AFTER = Declared(
    "records_unsafe_after",
    "Records unsafe after",
    RECORDS,
    "Those that stay unsafe in the chosen mode.",
    better="less",
)

MOST_SAVED = Declared(
    "most_cells_saved",
    "Most cells saved by recoding",
    CELLS,
    "Cells fewer that would be blanked after the recoding to try that saves most.",
)

CELLS_IF_ALIKE = Declared(
    "cells_if_one_value",
    "Cells blanked if it had one value",
    CELLS,
    "The blanks that are left if this key tells no record from another. The difference to the cells blanked "
    "is the most that a recoding of this key alone can save, for *strict* and keys of equal importance; for "
    "others, about the most.",
)

SAVINGS = by_variable(CELLS_IF_ALIKE, name="savings", title="Savings by key")
