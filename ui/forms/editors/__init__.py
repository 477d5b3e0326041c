"""Editors of parameters, registered by type: one file for each kind, and its name here."""

from ui.forms.editors import (
    choices,
    class_conditions,
    conditions,
    files,
    hierarchies,
    input_files,
    key_hierarchies,
    limits,
    lines,
    measures,
    one_number,
    recodings,
    record_risk,
    tables,
    weights,
)

__all__ = [
    "choices",
    "class_conditions",
    "conditions",
    "files",
    "hierarchies",
    "input_files",
    "key_hierarchies",
    "limits",
    "lines",
    "measures",
    "one_number",
    "recodings",
    "record_risk",
    "tables",
    "weights",
]
