"""Value changes: the values of one variable before and after a change of the recipe, as bars."""

from sdcdesk.records.value_changes.bars import Bars, ValueChange, alone
from sdcdesk.records.value_changes.comparing import value_change

__all__ = ["Bars", "ValueChange", "alone", "value_change"]
