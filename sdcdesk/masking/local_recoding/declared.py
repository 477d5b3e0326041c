"""Declared figures of local recoding, before anything is computed."""

from sdcdesk.core.numbers.quantity import CELLS, GROUPS, RECORDS, SHARE
from sdcdesk.core.operations.masked import by_variable
from sdcdesk.core.results.findings import Declared
from sdcdesk.masking.declared import CELLS_BLANKED

GRANULARITY_KEPT = Declared(
    "granularity_kept",
    "Granularity kept",
    SHARE,
    "1 − loss. A cell loses (r − 1)/(D − 1), where r of the D rows of the hierarchy stand under its label, "
    "those that the file does not have included, and 1 if it is blanked; a range has as many rows as "
    "different values of the file lie in it. The loss of a key is the mean over the records, and that of the "
    "file the mean over the keys.",
    better="more",
)

GROUPS_AFTER = Declared(
    "groups", "Groups", GROUPS, "Groups of records with equal key values, after the step.", better="more"
)

SMALLEST_GROUP = Declared(
    "smallest_group",
    "Smallest group",
    RECORDS,
    "Records of the smallest of these groups, a missing value being a value of its own; at least k.",
    better="more",
)

LARGEST_GROUP = Declared("largest_group", "Largest group", RECORDS, "Records of the largest of these groups.")

CELLS_COARSENED = Declared(
    "cells_coarsened",
    "Cells with a wider label",
    CELLS,
    "Cells whose value became a label that stands for others, too.",
    better="less",
)

BY_KEY = by_variable(GRANULARITY_KEPT, CELLS_COARSENED, CELLS_BLANKED)
