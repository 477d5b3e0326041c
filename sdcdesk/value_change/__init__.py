"""How a change of the recipe moves the values of one variable, as bars of both files on one axis."""

from sdcdesk.value_change.bars import Bars, ValueChange, alone
from sdcdesk.value_change.comparing import value_change

__all__ = ["Bars", "ValueChange", "alone", "value_change"]
