"""Inspection: facts of each variable, suggested role and scale with reasons, and data quality.

Nothing is applied by itself: a suggestion is a reading of names and values, and people know better.
"""

from sdcdesk.inspection.variable_inspection import VariableInspection, inspect

__all__ = ["VariableInspection", "inspect"]
