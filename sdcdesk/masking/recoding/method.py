"""Global recoding: fewer and broader categories."""

from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
from pydantic import field_validator, model_validator

from sdcdesk.core.data.bands import Bands, Beyond, at_quantiles, equal_width
from sdcdesk.core.data.coding import LARGEST_EXACT
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import present_numbers
from sdcdesk.core.data.variable import Scale, Value
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL
from sdcdesk.core.numbers.quantity import VALUES, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, NamesValues, text_keys
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined, numerals, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.level_words import level_words
from sdcdesk.hierarchies.use import HierarchyParameter, known
from sdcdesk.masking.declared import VALUES_AFTER, VALUES_BEFORE
from sdcdesk.masking.recoding.banding import Naming, banded
from sdcdesk.masking.recoding.relabelling import levelled, mapped, shortened
from sdcdesk.masking.replacement import Replacement, known_values

NEW_VALUES = {
    "width": "Bands of equal width",
    "breaks": "Bands with your own breaks",
    "quantiles": "Bands of equal frequency",
    "mapping": "A new value for each old one",
    "level": "A level of a hierarchy",
    "prefix": "The first characters only",
}
"""Words for the choices of `how`, in the order of the form."""

OTHERS = {"keep": "stay as they are", "become": "all become one value", "refuse": "are refused"}

STYLES = {"words": "30 to 39", "brackets": "[30, 40)"}

CLOSED = {"left": "the lower break, [30, 40)", "right": "the upper break, (30, 40]"}


def _only(*how: str) -> dict[str, tuple[Any, ...]]:
    return {"how": how}


_SUMMARIES = {
    "width": "{name} into bands of {width}",
    "breaks": "{name} into bands with breaks at {breaks}",
    "quantiles": "{name} into {n} bands with equally many records",
    "mapping": "{name} with new values for {n} old ones",
    "level": "{name} to level {n} of its hierarchy",
}
"""What a step does, by how values are put together."""


class Recoding(Method):
    """Put values of one variable together into broader categories.

    More records then share the same value, so that fewer combinations of key values are rare. Nothing
    false is released, only less detail. Every value becomes a function of itself: equal values stay equal,
    and no value ever becomes missing. Missing values stay missing; their codes become empty cells where
    the result is text.

    Six ways (`how`):

    - *width*: bands that begin at `start` + j·`width`, for lower values too. `top` and `bottom` put
      everything from `top` on, and everything under `bottom`, into one open band.
    - *breaks*: bands between breaks of your own. The end named by `closed` belongs to a band; with "right"
      the lowest break belongs to the lowest band as well. Values outside the breaks go to an open band
      ("under 18", "65 and over"), which exists where there are any.
    - *quantiles*: as many bands as `bands` says with equally many records, each holding its upper break.
      Breaks are values of the file; the outer bands are open and do not give away the extremes. Ties may
      merge bands, which is noted.
    - *mapping*: a new value for each old one. Values that are not named stay as they are, all
      become `rest`, or are refused. The result holds numbers only where all old and all new values are
      numbers, text elsewhere.
    - *level*: the label of each value at one level of a `hierarchy`, in which every value has a label at each
      level, the narrowest first: 34 → "30-34 > 30-39 > adult". Level 1 is the narrowest. A value of the file
      that the hierarchy lacks is refused. A project keeps hierarchies under their names, which can be given
      in their place. Other programs write hierarchies as a table with a line for each value, which can be
      loaded; `sdcdesk hierarchy` builds them: bands, first characters, dates, cuts, frequencies.
    - *prefix*: the first `keep` characters, each further one replaced by `mark`: 48201 → 4820*. Whole
      numbers are taken by their decimal digits.

    Bands are named "30 to 39", both ends inclusive, where all values and breaks are whole numbers, and
    "[30, 40)" elsewhere, or by `labels`. The result is ordinal and keeps the range of each band (for whole
    numbers both ends are values of the band). A mapping that puts neighbours of an ordinal variable
    together keeps it ordinal; any other one, and the first characters, make it nominal.

    When to use
        Keys with many values, such as age, region or occupation; widths and groups that readers expect
        keep the file useful. In the example of the source a widow aged 17 is less conspicuous where the
        marital status only says "widow or divorced".
    When not to use
        Continuous variables that will be summed or averaged: arithmetic on bands is awkward and much is
        lost; microaggregation or noise suit them better. Where only a few extreme values stand out, top
        and bottom coding costs less. Bands need numbers in order, which the codes of a nominal variable
        are not.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [0, 34, 39, 95], "zip": [48201, 48202, 48203, 48335]}))
    >>> bands = sdc.masking.Recoding(variable="age", how="width", width=10, top=90)
    >>> bands.apply(data).frame["age"].tolist()
    ['0 to 9', '30 to 39', '30 to 39', '90 and over']
    >>> sdc.masking.Recoding(variable="zip", how="prefix", keep=4).apply(data).frame["zip"].tolist()
    ['4820*', '4820*', '4820*', '4833*']
    """

    name: ClassVar[str] = "recoding"
    title: ClassVar[str] = "Recode values"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3 "
        "(Global Recoding)"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (
        VALUES_BEFORE,
        VALUES_AFTER,
    )
    examples = (
        {"variable": "age", "how": "width", "width": 10.0},
        {
            "variable": "age",
            "how": "width",
            "width": 7.5,
            "start": -2.5,
            "bottom": 20.0,
            "top": 90.0,
            "style": "brackets",
        },
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 100]},
        {
            "variable": "age",
            "how": "breaks",
            "breaks": [0, 18, 65],
            "closed": "right",
            "labels": ["young", "not so"],
        },
        {"variable": "income", "how": "quantiles", "bands": 5},
        {"variable": "zip", "how": "prefix", "keep": 2, "mark": ""},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "0013": "city"}},
        {
            "variable": "zip",
            "how": "mapping",
            "mapping": {"0012": "city"},
            "others": "become",
            "rest": "else",
        },
        {
            "variable": "zip",
            "how": "level",
            "level": 2,
            "hierarchy": {
                "0012": "00 > north",
                "0013": "00 > north",
                "4801": "48 > south",
                "4802": "48 > south",
                "4899": "48 > south",
            },
        },
    )

    variable: str = parameter(REQUIRED, "Variable", "The variable to recode.", accepts=KEY_LIKE)
    how: Literal["width", "breaks", "quantiles", "mapping", "level", "prefix"] = parameter(
        REQUIRED, "New values", "How new values come from old ones.", FieldDisplay(choices=NEW_VALUES)
    )
    width: float | None = parameter(
        None,
        "Band width",
        "Width of each band, in the unit of the variable.",
        FieldDisplay(when=_only("width")),
        gt=0,
    )
    start: float = parameter(
        0.0,
        "First band from",
        "Bands are counted from here; lower values get bands of the same width below.",
        FieldDisplay(when=_only("width")),
    )
    top: float | None = parameter(
        None,
        "Top code",
        'Values from here on become one band, "90 and over"; none where empty.',
        FieldDisplay(when=_only("width"), empty="none"),
    )
    bottom: float | None = parameter(
        None,
        "Bottom code",
        'Values under this become one band, "under 20"; none where empty.',
        FieldDisplay(when=_only("width"), empty="none"),
    )
    breaks: tuple[float, ...] = parameter(
        (), "Breaks", "Where bands begin and end, ascending.", FieldDisplay(when=_only("breaks"))
    )
    closed: Literal["left", "right"] = parameter(
        "left",
        "A band includes",
        "Which of its two breaks belongs to a band. The lowest break always belongs to the lowest band.",
        FieldDisplay(choices=CLOSED, when=_only("breaks")),
    )
    bands: int = parameter(
        4,
        "Number of bands",
        "How many bands with equally many records; ties may merge some.",
        FieldDisplay(when=_only("quantiles")),
        ge=2,
        le=1000,
    )
    labels: tuple[str, ...] = parameter(
        (),
        "Names of the bands",
        "In ascending order: one for each band between breaks, or also for the two open bands below and "
        "above. Where empty, bands are named by their ends.",
        FieldDisplay(when=_only("breaks", "quantiles")),
    )
    style: Literal["words", "brackets"] = parameter(
        "words",
        "Label as",
        "How bands of whole numbers are named; numbers with decimals are always written in brackets.",
        FieldDisplay(choices=STYLES, when=_only("width", "breaks", "quantiles")),
    )
    mapping: Annotated[dict[str, Value], NamesValues] = parameter(
        {}, "New value of each", "Old values and what they become.", FieldDisplay(when=_only("mapping"))
    )
    others: Literal["keep", "become", "refuse"] = parameter(
        "keep",
        "Values not named",
        "What happens to values that the mapping does not name.",
        FieldDisplay(choices=OTHERS, when=_only("mapping")),
    )
    rest: float | str | None = parameter(
        None,
        "All others become",
        "The new value of all values that the mapping does not name.",
        FieldDisplay(when={"how": ("mapping",), "others": ("become",)}),
    )
    hierarchy: HierarchyParameter = parameter(
        None,
        "Hierarchy",
        "For each value its labels from the narrowest to the widest, with > between them, as many for each. "
        "The project keeps it under its name, and all that uses it changes with it.",
        FieldDisplay(when=_only("level"), levels=True, empty="Bremen > North > Germany"),
    )
    level: int = parameter(
        1,
        "Level",
        "Which of the labels stands for a value; 1 is the narrowest.",
        FieldDisplay(when=_only("level")),
        ge=1,
    )
    keep: int | None = parameter(
        None,
        "Characters kept",
        "How many characters, from the first, stay as they are.",
        FieldDisplay(when=_only("prefix")),
        ge=1,
    )
    mark: str = parameter(
        "*",
        "Mark",
        "Stands for each character that is left out; empty to leave no trace.",
        FieldDisplay(more=True, when=_only("prefix")),
        max_length=1,
    )

    @field_validator("mapping", mode="before")
    @classmethod
    def _keys_are_text(cls, mapping: Any) -> Any:
        return text_keys(mapping)

    @field_validator("mapping")
    @classmethod
    def _new_values_can_be_kept(cls, mapping: dict[str, Value]) -> dict[str, Value]:
        if "" in mapping.values():
            raise ValueError("a new value is empty, which would read as missing; give it a name")
        if any(not isinstance(new, str) and abs(new) > LARGEST_EXACT for new in mapping.values()):
            raise ValueError("a new value is too large to be kept exactly; write it as text")
        return mapping

    @field_validator("breaks")
    @classmethod
    def _ascending(cls, breaks: tuple[float, ...]) -> tuple[float, ...]:
        if any(low >= high for low, high in pairwise(breaks)):
            raise ValueError("must ascend")
        return breaks

    @field_validator("labels")
    @classmethod
    def _different(cls, labels: tuple[str, ...]) -> tuple[str, ...]:
        if "" in labels or len(set(labels)) < len(labels):
            raise ValueError("every band needs a name of its own")
        return labels

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needed = {
            "width": "width",
            "breaks": "breaks",
            "mapping": "mapping",
            "level": "hierarchy",
            "prefix": "keep",
        }.get(self.how)
        if needed and not getattr(self, needed):
            raise FieldError(needed, "a value must be given")
        if self.how == "mapping" and self.others == "become" and self.rest in (None, ""):
            raise FieldError("rest", "a value must be given")
        if self.bottom is not None and self.top is not None and self.bottom >= self.top:
            raise FieldError("bottom", "must be below the top code")
        self._check_labels()
        self._check_level()
        return self

    def _check_level(self) -> None:
        if (
            self.how == "level"
            and isinstance(self.hierarchy, Hierarchy)
            and self.level > self.hierarchy.height
        ):
            few = "the hierarchy has {n} level", "the hierarchy has {n} levels"
            raise FieldError("level", sentence(*few, "n", n=self.hierarchy.height))

    def _check_labels(self) -> None:
        labels, breaks = len(self.labels), len(self.breaks)
        if labels and self.style != "words":
            raise FieldError(
                "labels", "bands have either names of their own or a style; leave one of them out"
            )
        if self.how == "breaks" and labels and labels not in (breaks - 1, breaks + 1):
            words = "the number of names must be {few}, or {all} with those of the open bands"
            raise FieldError("labels", sentence(words, few=breaks - 1, all=breaks + 1))
        if self.how == "quantiles" and labels not in (0, self.bands):
            words = "the number of names must be that of the bands, {n}"
            raise FieldError("labels", sentence(words, n=self.bands))

    def summary(self) -> str:
        """Return the step in a few plain words."""
        if self.how == "prefix":
            one, many = "{name} to first {characters} character", "{name} to first {characters} characters"
            return sentence(one, many, "characters", name=self.variable, characters=self.keep or 0)
        if self.how == "level" and isinstance(self.hierarchy, Hierarchy):
            return level_words(self.variable, self.hierarchy, self.level)
        number = {"quantiles": self.bands, "mapping": len(self.mapping), "level": self.level}
        return sentence(
            _SUMMARIES[self.how],
            name=self.variable,
            width=float(self.width or 0.0),
            breaks=joined(numerals(self.breaks)),
            n=number.get(self.how) or 0,
        )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the recoding fits the data: bands need numbers that have an order."""
        notes = super().check(data)
        variable = data.variable(self.variable)
        if self.how == "level":
            known(self.hierarchy, self.title)
        if self.how in ("mapping", "level", "prefix"):
            return notes
        data.numbers(self.variable)
        if variable.scale is Scale.NOMINAL:
            words = (
                "{variable} is nominal, so its numbers have no order; choose a mapping, or change its scale."
            )
            raise DataError(sentence(words, variable=short(self.variable)), "variable", title=self.title)
        if not data.coding(self.variable).values.is_monotonic_increasing:
            words = "the declared order of {variable} is not that of its numbers; choose a mapping."
            raise DataError(sentence(words, variable=self.variable), "variable", title=self.title)
        return notes

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        if self.how == "mapping":
            replacement = mapped(
                data,
                self.variable,
                self.mapping,
                rest=self.rest if self.others == "become" else None,
                refuse_others=self.others == "refuse",
            )
        elif self.how == "level":
            hierarchy = known(self.hierarchy, self.title)
            replacement = levelled(data, self.variable, hierarchy, self.level)
        elif self.how == "prefix":
            replacement = shortened(data, self.variable, self.keep or 0, self.mark)
        else:
            replacement = self._banded(data)
        progress.at(0.5, self.title)
        masked = replacement.recoded(data)
        figures = {
            VALUES_BEFORE: Quantity(data.coding(self.variable).occurring, VALUES),
            VALUES_AFTER: Quantity(
                masked.coding(self.variable).occurring, VALUES, contributions=KNOWN_TO_ALL
            ),
        }
        return Masked(masked, figures, replacement.notes)

    def _banded(self, data: Microdata) -> Replacement:
        beyond = None
        if self.how == "breaks":
            # One break alone has no band above it that could take it from the band below.
            lowest_included = self.closed == "right" and len(self.breaks) > 1
            bands = Bands(self.breaks, self.closed, lowest_included)
        elif self.how == "quantiles":
            numbers = data.numbers(self.variable)
            bands = at_quantiles(numbers[~np.isnan(numbers)], self.bands)
        else:
            numbers = present_numbers(known_values(data, self.variable))
            finite = numbers[np.isfinite(numbers)]
            bands = equal_width(finite, self.width or 0.0, self.start, self.bottom, self.top)
            beyond = Beyond(self.width or 0.0, self.start, self.bottom is None, self.top is None)
        naming = Naming(
            self.labels,
            brackets=self.style == "brackets",
            below=self.bottom is not None,
            above=self.top is not None,
        )
        replacement = banded(data, self.variable, bands, naming, beyond)
        if self.how != "quantiles" or len(bands.breaks) == self.bands - 1:
            return replacement
        one = "Ties in {name} leave {n} band instead of {wanted}."
        many = "Ties in {name} leave {n} bands instead of {wanted}."
        left = {"n": len(bands.breaks) + 1, "wanted": self.bands}
        return replace(replacement, notes=(sentence(one, many, "n", name=self.variable, **left),))
