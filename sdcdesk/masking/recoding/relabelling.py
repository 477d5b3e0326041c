"""New labels for single values: by a mapping, or by keeping the first characters."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import (
    all_whole,
    as_text,
    holds_numbers,
    number_as_text,
    present_numbers,
    text_series,
    value_as_text,
)
from sdcdesk.core.data.variable import Interval, Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places, require_all, value_number
from sdcdesk.masking.replacement import Replacement, in_order, known_values, merged_intervals


def mapped(
    data: Microdata,
    name: str,
    mapping: Mapping[str, Value],
    *,
    rest: Value | None = None,
    refuse_others: bool = False,
) -> Replacement:
    """Return the replacement of values by the new ones they are mapped to.

    The result holds numbers where all old and new values are numbers, and text elsewhere, in which a code
    that stays is written as its label, if it has one. An ordinal
    variable stays ordinal as long as only neighbours are put together.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of the variable.
    mapping
        New value by the text of the old one.
    rest
        What all values that are not named become; None: they stay.
    refuse_others
        Whether every value of the file must be named.

    Returns
    -------
    Replacement
        Each known value with its new one.

    Raises
    ------
    DataError
        A value of the file is not named and that is refused.
    """
    old = known_values(data, name)
    texts = as_text(old)
    new_values = _as_written(mapping, old)
    named = dict(new_values)
    if refuse_others:
        _refuse_others(data, name, new_values)
    if rest is not None:
        new_values = {**dict.fromkeys(texts, rest), **new_values}
    variable, notes = data.variable(name), list[str]()
    only_numbers = _only_numbers(old, new_values)
    kept = {} if only_numbers else _kept_labels(variable, old, texts, new_values)
    new = _numbers(old, texts, new_values) if only_numbers else _texts(texts, kept | new_values)
    known = set(texts)
    absent = [written for written in new_values if written not in known]
    if absent:
        notes.append(sentence("{name} has no value {absent}.", name=name, absent=", ".join(absent)))
    described, remarks = _described(variable, old, new)
    notes += remarks

    def rule(values: pd.Series) -> list[Value | None]:
        numbers = holds_numbers(new)
        told: list[Value | None] = []
        for text, value in zip(as_text(values), values.tolist(), strict=True):
            other = (
                rest
                if rest is not None
                else None
                if refuse_others
                else value
                if numbers
                else kept.get(text, text)
            )
            own = named.get(text, other)
            told.append(own if numbers or own is None else value_as_text(own))
        return told

    written = map(value_number, named) if holds_numbers(old) else named
    values = tuple(value for value in written if value is not None)
    return Replacement(old, new, described, tuple(notes), rule, named=values)


def levelled(data: Microdata, name: str, hierarchy: Hierarchy, level: int) -> Replacement:
    """Return the replacement of values by their labels at a level of a hierarchy.

    Whole numbers whose labels are uninterrupted ranges become ordinal, and keep the range of each label.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of the variable.
    hierarchy
        Numbers may be written in it in any way.
    level
        From 1, the narrowest labels.

    Returns
    -------
    Replacement
        Each known value with its label.

    Raises
    ------
    DataError
        A value of the file is not in the hierarchy.
    """
    old = known_values(data, name)
    found = require_all(old, _occurs(data, name, old), hierarchy, name)
    labels, texts = hierarchy.levels[level - 1], as_text(old)
    placed = zip(texts, found.tolist(), strict=True)

    def rule(values: pd.Series) -> list[Value | None]:
        return [labels[place] if place >= 0 else None for place in places(values, hierarchy).tolist()]

    replacement = replace(
        mapped(data, name, {text: labels[place] for text, place in placed if place >= 0}), rule=rule
    )
    variable, new = data.variable(name), replacement.new
    if variable.scale is not Scale.CONTINUOUS or holds_numbers(new) or not in_order(new):
        return replacement
    ends: dict[str, list[float]] = {}
    for written, label in zip(hierarchy.values, labels, strict=True):
        if (number := value_number(written)) is not None:
            ends.setdefault(label, []).append(float(number))
    categories = tuple(new.drop_duplicates().tolist())
    whole = set(categories) <= set(ends) and all(all_whole(numbers) for numbers in ends.values())
    ranges = (Interval(label=label, low=min(ends[label]), high=max(ends[label])) for label in categories)
    described = replacement.variable.changed(
        scale=Scale.ORDINAL, categories=categories, intervals=tuple(ranges) if whole else ()
    )
    return replace(replacement, variable=described)


def shortened(data: Microdata, name: str, keep: int, mark: str) -> Replacement:
    """Return the replacement of every character after the first `keep` by a mark.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of a variable of text or whole numbers.
    keep
        How many characters stay.
    mark
        What stands for each of the others; empty: nothing.

    Returns
    -------
    Replacement
        Each known value with its beginning, as text.

    Raises
    ------
    DataError
        The variable holds numbers that are not whole.
    """
    old = known_values(data, name)
    numeric = holds_numbers(old)
    if numeric and not pd.api.types.is_integer_dtype(old) and not all_whole(present_numbers(old)):
        words = "{name} holds numbers with decimals, which have no first characters; choose bands instead."
        raise DataError(sentence(words, name=name), name)
    texts = as_text(old)

    def cut(values: pd.Series) -> list[str]:
        return [text[:keep] + mark * (len(text) - keep) for text in as_text(values)]

    new = text_series(cut(old))
    variable, notes = data.variable(name), list[str]()
    beginnings = len({text[:keep] for text in texts})
    if mark and new.nunique() > beginnings:
        notes.append(
            sentence(
                "The marks show how long each value of {name} was: {n} different values are left, where "
                "without marks it would be {few}; leave the mark empty to hide it.",
                name=name,
                n=new.nunique(),
                few=beginnings,
            )
        )
    short = sum(len(text) <= keep for text in texts)
    if short:
        notes.append(
            sentence(
                "{n} value of {name} has no more than {keep} characters and stays whole.",
                "{n} values of {name} have no more than {keep} characters and stay whole.",
                "n",
                n=short,
                name=name,
                keep=keep,
            )
        )
    if numeric and len({len(text) for text in texts}) > 1:
        notes.append(
            sentence(
                "The numbers of {name} differ in length; if leading zeros were lost, read the file with "
                "{name} as text.",
                name=name,
            )
        )
    categories = tuple(new.drop_duplicates().tolist()) if variable.categories else ()
    described = variable.changed(scale=Scale.NOMINAL, categories=categories, intervals=())
    return Replacement(old, new, described, tuple(notes), cut, of_codes=frozenset(new.tolist()))


def _as_written(mapping: Mapping[str, Value], old: pd.Series) -> dict[str, Value]:
    """Return the mapping by old values as text; numbers may be written in any way ("1", "1.0")."""
    if not holds_numbers(old):
        return dict(mapping)
    given: dict[str, Value] = {}
    for place, (written, new) in enumerate(mapping.items(), start=1):
        try:
            text = str(int(written)) if written.lstrip("-").isdecimal() else number_as_text(float(written))
        except ValueError:
            raise DataError(
                sentence(
                    "The variable holds numbers, and old value {place} of those given is none; write its "
                    "values as they are.",
                    place=place,
                ),
                "mapping",
            ) from None
        if given.setdefault(text, new) != new:
            raise DataError(
                sentence(
                    "Old value {place} of those given is the same number as one before it, and becomes "
                    "something else; give it once.",
                    place=place,
                ),
                "mapping",
            )
    return given


def _described(variable: Variable, old: pd.Series, new: pd.Series) -> tuple[Variable, list[str]]:
    """Return the description of values after a mapping, and what the user should read of it."""
    notes: list[str] = []
    scale, ordered = variable.scale, in_order(new)
    if scale is Scale.ORDINAL and not ordered:
        scale = Scale.NOMINAL
        words = "{name} is nominal now: values were put together that are not neighbours in its order."
        notes.append(sentence(words, name=variable.name))
    if scale is Scale.CONTINUOUS and not holds_numbers(new):
        scale = Scale.NOMINAL
    declared = bool(variable.categories) or scale is Scale.ORDINAL
    described = variable.changed(
        scale=scale,
        categories=tuple(new.drop_duplicates().tolist()) if declared else (),
        intervals=merged_intervals(variable, old, new) if ordered else (),
    )
    return described, notes


def _kept_labels(
    variable: Variable, old: pd.Series, texts: list[str], new_values: Mapping[str, Value]
) -> dict[str, Value]:
    """Return the labels of codes that stay among new words, by their text; none is alike another value."""
    labels = variable.label_by_value()
    stay = {text: labels[code] for text, code in zip(texts, old.tolist(), strict=True) if code in labels}
    stay = {text: label for text, label in stay.items() if label and text not in new_values}
    taken = {*map(str, new_values.values()), *(text for text in texts if text not in stay)}
    counts = Counter(stay.values())
    return {
        text: f"{label} ({text})" if label in taken or counts[label] > 1 else label
        for text, label in stay.items()
    }


def _refuse_others(data: Microdata, name: str, new_values: Mapping[str, Value]) -> None:
    others = _unnamed(data, name, new_values)
    if others:
        raise DataError(
            sentence(
                "{n} value of {name} is not named in the mapping; name it, or let values that are "
                "not named stay as they are.",
                "{n} values of {name} are not named in the mapping; name them, or let values that "
                "are not named stay as they are.",
                "n",
                n=others,
                name=name,
            ),
            "mapping",
        )


def _occurs(data: Microdata, name: str, values: pd.Series) -> np.ndarray:
    """Return which of the known values some record has."""
    coding = data.coding(name)
    present = coding.values.take(pd.unique(coding.codes[coding.codes >= 0]))
    return find_places(pd.Index(values), pd.Index(present)) >= 0


def _unnamed(data: Microdata, name: str, new_values: Mapping[str, Value]) -> int:
    """Return how many different values of the file are not among those that are given."""
    coding = data.coding(name)
    occurring = coding.values.take(pd.unique(coding.codes[coding.codes >= 0]))
    return sum(text not in new_values for text in as_text(occurring))


def _only_numbers(old: pd.Series, new_values: Mapping[str, Value]) -> bool:
    return holds_numbers(old) and not any(isinstance(new, str) for new in new_values.values())


def _numbers(old: pd.Series, texts: list[str], new_values: Mapping[str, Value]) -> pd.Series:
    replaced = [new_values.get(text, value) for text, value in zip(texts, old.tolist(), strict=True)]
    whole = pd.api.types.is_integer_dtype(old) and all(
        isinstance(value, int) for value in new_values.values()
    )
    return pd.Series(replaced, dtype="int64" if whole else "float64")


def _texts(texts: list[str], new_values: Mapping[str, Value]) -> pd.Series:
    new = (new_values.get(text, text) for text in texts)
    return text_series([value_as_text(value) for value in new])
