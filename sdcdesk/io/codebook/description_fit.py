"""Description fit: what of a description of a variable suits a file, be it from a codebook or a project."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.missing_codes import with_column_codes
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, listed, sentence
from sdcdesk.io.columns.coded_numbers import codes_inside

LISTED = 10
"""Variables that a remark names; the others are counted."""


def completed(data: Microdata, said: Variable) -> Variable:
    """Return what is known of a variable here, with what a codebook says in its place.

    Parameters
    ----------
    data
        This file.
    said
        A variable of it, with the fields alone that the codebook speaks of.

    Returns
    -------
    Variable
        Codes are numbers or text as the column holds them; those that occur in ranges of missing values stand
        among the codes for missing.
    """
    here, column = data.variable(said.name), data.column(said.name)
    numeric = pd.api.types.is_numeric_dtype(column.dtype)
    changes = {field: getattr(said, field) for field in said.model_fields_set if field != "name"}
    listed_codes = with_column_codes(
        column, Variable(name=said.name, missing=said.categories, value_labels=said.value_labels)
    )
    inside = (
        codes_inside(said.missing_ranges, column.to_numpy(np.float64, na_value=np.nan)) if numeric else []
    )
    declared = tuple(dict.fromkeys([*said.missing, *inside]))
    if inside:
        changes["missing"] = declared
    codes = with_column_codes(column, Variable(name=said.name, missing=declared)).missing
    suited = {
        "categories": listed_codes.missing,
        # A word for missing is an empty cell by now where all others are numbers, and so needs no label.
        "value_labels": tuple(
            one
            for one in listed_codes.value_labels
            if not (numeric and isinstance(one.value, str) and one.value in declared)
        ),
        "missing": tuple(code for code in codes if not (numeric and isinstance(code, str))),
    }
    changes |= {field: value for field, value in suited.items() if field in changes}
    if changes.get("scale", here.scale) is Scale.CONTINUOUS:
        changes["categories"] = ()
    return here.changed(**changes)


def fitted(data: Microdata, there: Variable) -> tuple[Variable, tuple[str, ...]]:
    """Return the part of a description that suits a file, and what does not.

    A scale, categories, labels and missing codes of numbers are not given to text, nor those of text to
    numbers; values that have no place among the declared categories follow after them, in ascending order.

    Parameters
    ----------
    data
        This file.
    there
        The description of a variable that it has.

    Returns
    -------
    tuple[Variable, tuple[str, ...]]
        The description, and a sentence for each part that does not suit.
    """
    typed, differences = _with_type_of(there, data)
    suited, more = _with_places(typed, data)
    return suited, (*differences, *more)


def with_codebook(
    data: Microdata, described: Iterable[Variable], progress: Progress = SILENT
) -> tuple[Microdata, tuple[Sentence, ...]]:
    """Return data described as a codebook does.

    Parameters
    ----------
    data
        The file.
    described
        What the codebook says of variables.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    tuple[Microdata, tuple[Sentence, ...]]
        The same records, and remarks on what of the codebook does not suit them.
    """
    found, absent, differing = [], [], []
    for said, _ in progress.over(list(described), "Describing the variables"):
        if said.name not in data:
            absent.append(said.name)
            continue
        suited, differences = fitted(data, completed(data, said))
        found.append(suited)
        if differences:
            differing.append(said.name)
    remarks = []
    if absent:
        words = "The codebook describes variables that the file does not have: {names}."
        remarks.append(sentence(words, names=listed(absent[:LISTED], len(absent))))
    if differing:
        words = "The codebook suits these variables only in part, and what does not is left out: {names}."
        remarks.append(sentence(words, names=listed(differing[:LISTED], len(differing))))
    return data.describe(*found), tuple(remarks)


def _with_type_of(there: Variable, data: Microdata) -> tuple[Variable, tuple[str, ...]]:
    """Leave out what belongs to the other type: numbers or text."""
    here = data.variable(there.name)
    numeric = pd.api.types.is_numeric_dtype(data.column(there.name))
    changes: dict[str, object] = {}
    differences = []
    if there.scale is Scale.CONTINUOUS and not numeric:
        changes["scale"], changes["categories"] = here.scale, here.categories
        differences.append("Another type: it was continuous, and here it holds text; its scale stays.")
    remarks = (
        "Another type: here it holds numbers; its categories stay.",
        "Another type: here it holds numbers; its missing codes stay.",
    )
    if not numeric:
        remarks = (
            "Another type: here it holds text; its categories stay.",
            "Another type: here it holds text; its missing codes stay.",
        )
    for field, words in zip(("categories", "missing"), remarks, strict=True):
        values: tuple[Value, ...] = getattr(there, field)
        if any(isinstance(value, str) is numeric for value in values):
            changes[field] = getattr(here, field)
            differences.append(words)
    if not numeric and (there.missing_ranges or there.lettered_missing):
        changes |= {"missing_ranges": here.missing_ranges, "lettered_missing": here.lettered_missing}
        differences.append(
            "Another type: here it holds text; ranges and letters of missing values are left out."
        )
    labels = tuple(one for one in there.value_labels if isinstance(one.value, str) is not numeric)
    left_out = len(there.value_labels) - len(labels)
    if left_out and not pd.api.types.is_bool_dtype(data.column(there.name)):
        changes["value_labels"] = labels
        differences.append(_left_out_text(left_out, numeric=numeric))
    return (there.changed(**changes) if changes else there), tuple(differences)


def _left_out_text(labels: int, *, numeric: bool) -> Sentence:
    if numeric:
        one = "Another type: here it holds numbers; {n} label of a text is left out."
        many = "Another type: here it holds numbers; {n} labels of texts are left out."
    else:
        one = "Another type: here it holds text; {n} label of a number is left out."
        many = "Another type: here it holds text; {n} labels of numbers are left out."
    return sentence(one, many, "n", n=labels)


def _with_places(suited: Variable, data: Microdata) -> tuple[Variable, tuple[str, ...]]:
    """Give the values that occur a place among the declared categories."""
    if not suited.categories:
        return suited, ()
    found = pd.Index(data.column(suited.name).dropna().unique())
    new = found[~found.isin(suited.categories) & ~found.isin(suited.missing)].sort_values().tolist()
    if not new:
        return suited, ()
    one, many = (
        "Other categories: {n} value was not declared there; last in the list.",
        "Other categories: {n} values were not declared there; last in the list.",
    )
    if suited.scale is Scale.ORDINAL:
        one, many = (
            "Other categories: {n} value was not declared there; last in its order.",
            "Other categories: {n} values were not declared there; last in its order.",
        )
    difference = sentence(one, many, "n", n=len(new))
    return suited.changed(categories=(*suited.categories, *new)), (difference,)
