"""Replacement of the values of a variable by a function of each value."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.data.coding import find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers, value_as_text, without_categories
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Interval, Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import listed, sentence

MOST_CATEGORIES = 10_000
"""A recoding that would make more categories than this is refused: nobody could read them."""


MOST_NAMED = 10
"""Old values that the label of a new one names; the others are counted."""

Rule = Callable[[pd.Series], Sequence[Value | None]]
"""New values of values that a file does not have, none of them missing."""


@dataclass(frozen=True, slots=True, eq=False)
class Replacement:
    """New values for old ones.

    Attributes
    ----------
    old, new
        The different values a variable may have, and what becomes of each.
    variable
        The description of the result.
    notes
        Sentences the user should read.
    rule
        Gives the new values of values that the file does not have, as people of a population may have them;
        None for one of which it says nothing. None: it says nothing of any.
    named
        Old values that the rule names, whether or not they occur.
    of_codes
        New texts that are made of old codes ("1 to 2"), and are no names.
    """

    old: pd.Series
    new: pd.Series
    variable: Variable
    notes: tuple[str, ...] = ()
    rule: Rule | None = None
    named: tuple[Value, ...] = ()
    of_codes: frozenset[str] = frozenset()

    def __call__(self, values: pd.Series) -> pd.Series:
        """Return the new values of some old ones; missing for one of which nothing is known."""
        wanted, known = pd.Index(values), pd.Index(self.old)
        if wanted.dtype == known.dtype and wanted.equals(known):
            return self.new.set_axis(values.index)
        places = find_places(wanted, known)
        unseen = places < 0
        if not unseen.any():
            return self.new.take(places).set_axis(values.index)
        new = self.rule(values[unseen]) if self.rule else [None] * int(unseen.sum())
        every = pd.Series(None, index=values.index, dtype=object)
        every[~unseen] = self.new.take(places[~unseen]).astype(object).to_numpy()
        every[unseen] = pd.Series(list(new), index=every.index[unseen], dtype=object)
        return every.infer_objects()

    def recoded(self, data: Microdata) -> Microdata:
        """Return the data with the variable's values replaced.

        Parameters
        ----------
        data
            The file that the values were looked up in.

        Returns
        -------
        Microdata
            The same records, with the variable described anew.

        Raises
        ------
        DataError
            A new value equals a code for "missing" and would silently become missing.
        """
        if holds_numbers(self.new):
            refuse_missing_codes(self.variable, self.new)
        described, before = self.variable, data.variable(self.variable.name)
        if described.value_labels:
            measured = before.scale is Scale.CONTINUOUS
            described = described.changed(value_labels=new_labels(self, measured=measured))
        return data.recode(described.name, self, described)


def new_labels(replacement: Replacement, *, measured: bool = False) -> tuple[ValueLabel, ...]:
    """Return what new values mean, by the labels of the values that become them.

    A value that stays alone keeps its label. Of codes that are put together into a number, or into a text
    that was the code of one of them, is made of their codes ("1 to 2") or has digits and no letter, the new
    one is labelled by all of theirs, whether or not they occur: else labels would tell which of them do, and
    so what was masked. Codes without a label are not named but for the new one itself. Any other new text is
    a name, and needs no label. A number of a continuous variable that stands for others, too, and a range of
    such numbers say themselves what they are: they have no label. Codes for missing keep theirs.

    Parameters
    ----------
    replacement
        Its variable has the labels of the old values.
    measured
        Whether the old values are numbers that measure something, and no codes.

    Returns
    -------
    tuple[ValueLabel, ...]
        In the order of the new values.
    """
    variable, numbers = replacement.variable, holds_numbers(replacement.new)
    labels = variable.label_by_value()
    missing = {code: labels[code] for code in variable.missing if code in labels}
    labelled = _members(replacement, _labelled(replacement, labels))
    unlabelled = _members(replacement, _unlabelled(replacement, labels))
    found: dict[Value, str] = {}
    for new in dict.fromkeys(replacement.new.tolist()):
        olds, others = labelled.get(new, []), unlabelled.get(new, [])
        is_old = value_as_text(new) in map(value_as_text, others)
        tells = not measured and (new in replacement.of_codes or tells_codes(value_as_text(new)))
        if not olds or not (numbers or is_old or tells or new in map(value_as_text, olds)):
            continue
        if variable.scale is Scale.CONTINUOUS:
            if olds == [new] and _stands_alone(replacement, new):
                found[new] = labels[new]
            continue
        said = [labels[old] for old in olds] + [value_as_text(new)] * is_old
        whole = said_together(said)
        unnamed = len(others) > is_old
        found[new] = str(sentence("{labels} and other values", labels=whole)) if unnamed else whole
    return tuple(ValueLabel(value=value, label=label) for value, label in (missing | found).items())


def said_together(labels: Sequence[str]) -> str:
    """Return the label of a value that stands for several old ones.

    Parameters
    ----------
    labels
        Theirs, in order.

    Returns
    -------
    str
        The first `MOST_NAMED` of them, and how many more there are.
    """
    return str(listed(labels[:MOST_NAMED], len(labels)))


def tells_codes(text: str) -> bool:
    """Return whether a text tells codes, as "1 – 2" does, rather than what they mean.

    Parameters
    ----------
    text
        A category.

    Returns
    -------
    bool
        It has digits, and no letter.
    """
    return any(one.isdigit() for one in text) and not any(one.isalpha() for one in text)


def _stands_alone(replacement: Replacement, number: Value) -> bool:
    """Return whether the numbers beside a number become others, whether or not they occur."""
    beside: list[Value] = [float(number) - 1, float(number) + 1]
    if pd.api.types.is_integer_dtype(replacement.old):
        beside = [int(one) for one in beside]
    else:
        beside += [math.nextafter(float(number), end) for end in (-math.inf, math.inf)]
    return number not in _members(replacement, beside)


def _labelled(replacement: Replacement, labels: Mapping[Value, str]) -> list[Value]:
    """Return the old values with labels, in an order that hangs on none that occurs."""
    numeric = holds_numbers(replacement.old)
    missing = replacement.variable.missing
    values = [one for one in labels if isinstance(one, str) is not numeric and one not in missing]
    return sorted(values, key=float) if numeric else values


def _unlabelled(replacement: Replacement, labels: Mapping[Value, str]) -> list[Value]:
    """Return old values without labels that labels of new ones may speak of.

    They hang on none that was masked: whole numbers between those with labels, values that the rule names,
    and those that stay what they are. Where there is no rule, all old values are declared.
    """
    variable, numeric = replacement.variable, holds_numbers(replacement.old)
    values = replacement.old.tolist()
    if replacement.rule:
        pairs = zip(values, replacement.new.tolist(), strict=True)
        values = [*replacement.named, *(old for old, new in pairs if old == new)]
    codes = [round(float(one)) for one in _labelled(replacement, labels)] if numeric else []
    if codes and codes[-1] - codes[0] <= MOST_CATEGORIES:
        values += range(codes[0], codes[-1] + 1)
    return [one for one in dict.fromkeys(values) if one not in labels and one not in variable.missing]


def _members(replacement: Replacement, values: Sequence[Value]) -> dict[Value, list[Value]]:
    """Return which of some old values become a new one; those of which nothing is known are left out."""
    members: dict[Value, list[Value]] = {}
    new = replacement(pd.Series(values, dtype=None if values else object))
    for old, image in zip(values, new.tolist(), strict=True):
        if not pd.isna(image):
            members.setdefault(image, []).append(old)
    return members


def known_values(data: Microdata, name: str) -> pd.Series:
    """Return all different values a variable is known to take, in order, without missing ones.

    They are those of the file and, after an earlier recoding, also those that it gave to records that
    were left out since: a recoding must have a new value for these too.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of the variable.

    Returns
    -------
    pd.Series
        In the type of the column; declared order for categories, else ascending.
    """
    values = pd.Series(without_categories(data.coding(name).categories))
    origin = data.provenance(name)
    images = values.iloc[:0] if origin is None else origin.image.dropna()
    parts = [part for part in (values, images) if len(part)] if len(images) else []
    together = pd.concat(parts).drop_duplicates() if parts else values
    if len(together) > len(values) and not data.variable(name).categories:
        together = together.sort_values()
    return together.reset_index(drop=True)


def in_order(categories: pd.Series) -> bool:
    """Return whether equal entries of new categories, listed in the old order, stand together.

    Parameters
    ----------
    categories
        New category of each old one, in the order of the old.

    Returns
    -------
    bool
        True where each new category is one uninterrupted run.
    """
    runs = int((categories != categories.shift()).sum())
    return runs == categories.nunique()


def merged_intervals(variable: Variable, old: pd.Series, new: pd.Series) -> tuple[Interval, ...]:
    """Return the ranges of categories that were put together from neighbouring ones.

    Parameters
    ----------
    variable
        With the ranges of the old categories.
    old, new
        Old categories in order, and the new one of each.

    Returns
    -------
    tuple of Interval
        One for each new category; none where an old category has no range.
    """
    ranges = {interval.label: interval for interval in variable.intervals}
    if not ranges or not set(old.tolist()) <= set(ranges):
        return ()
    members: dict[str, list[Interval]] = {}
    for before, after in zip(old.tolist(), new.tolist(), strict=True):
        members.setdefault(str(after), []).append(ranges[before])
    return tuple(Interval(label=label, low=m[0].low, high=m[-1].high) for label, m in members.items())


def refuse_missing_codes(variable: Variable, values: pd.Series) -> None:
    """Raise `DataError` if new values contain a code that stands for "missing".

    Parameters
    ----------
    variable
        Names its codes for "missing".
    values
        New values.

    Raises
    ------
    DataError
        A new value is one of these codes.
    """
    if variable.missing and values.isin(variable.missing).any():
        raise DataError(
            sentence(
                "A new value of {name} would equal one of its codes for missing values and so be "
                "lost; choose other new values, or another missing code.",
                name=variable.name,
            ),
            variable.name,
        )
