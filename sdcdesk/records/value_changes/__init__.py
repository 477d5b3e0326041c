"""Value changes: the values of one variable before and after a change of the recipe, as bars."""

from sdcdesk.records.value_changes.bars import NOTHING, Bars, ValueChange, alone, side_by_side
from sdcdesk.records.value_changes.comparison import value_change

__all__ = ["NOTHING", "Bars", "ValueChange", "alone", "side_by_side", "value_change"]
