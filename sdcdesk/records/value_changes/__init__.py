"""How a change of the recipe moves the values of one variable, as bars of both files on one axis."""

from sdcdesk.records.value_changes.bars import Bars, ValueChange, alone
from sdcdesk.records.value_changes.comparing import value_change

__all__ = ["Bars", "ValueChange", "alone", "value_change"]
