"""Rounding: values are replaced by the nearest of a few points."""

from functools import partial
from itertools import pairwise
from typing import ClassVar, Literal, Self

import numpy as np
import pandas as pd
from pydantic import field_validator, model_validator

from sdcdesk.core.data.coding import LARGEST_EXACT
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import all_whole, present_numbers
from sdcdesk.core.data.variable import Value
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, counted, sentence
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.replacement import Replacement, known_values
from sdcdesk.masking.rounding.rounding_sets import Multiples, Points

SMALLEST_BASE = 1e-100
"""Bases from this to its inverse can be computed with."""

POINTS = {"multiples": "Multiples of a base", "own": "Points of your own"}

VARIANTS = {
    "with_zero": "Zero is a point too",
    "printed": "As printed: the base is the lowest point",
}


class RoundingMethod(Method):
    """What all kinds of rounding have in common: the variables and the points."""

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables to round, each by itself.", accepts=CONTINUOUS, min_length=1
    )
    rounding_set: Literal["multiples", "own"] = parameter(
        "multiples", "Round to", "Which points values are rounded to.", FieldDisplay(choices=POINTS)
    )
    base: float | None = parameter(
        None,
        "Base",
        "Values are rounded to multiples of this, in the unit of the variables.",
        FieldDisplay(when={"rounding_set": ("multiples",)}),
        gt=0,
    )
    points: tuple[float, ...] = parameter(
        (),
        "Points",
        "The points of your own, ascending, in the unit of the variables.",
        FieldDisplay(when={"rounding_set": ("own",)}),
    )

    @field_validator("base")
    @classmethod
    def _computable(cls, base: float | None) -> float | None:
        if base is not None and not SMALLEST_BASE <= base <= 1 / SMALLEST_BASE:
            raise ValueError("must lie between 1e-100 and 1e100")
        return base

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.rounding_set == "multiples" and self.base is None:
            raise FieldError("base", "a value must be given")
        if self.rounding_set == "own" and len(self.points) < 2:
            raise FieldError("points", "at least two must be given")
        if any(low >= high for low, high in pairwise(self.points)):
            raise FieldError("points", "must ascend")
        return self

    def _summary(self, words: str) -> Sentence:
        """Return the step in words, with the names of its variables, and its base or the number of points."""
        return sentence(
            words,
            names=", ".join(self.variables),
            base=float(self.base or 0.0),
            points=counted(len(self.points), "point"),
        )

    def _points_are_whole(self) -> bool:
        return all_whole(self.points if self.base is None else [self.base])

    def _present(self, data: Microdata, name: str) -> np.ndarray:
        """Return the numbers of a variable without missing ones; refuse a base too small to round them."""
        numbers: np.ndarray = data.numbers(name)
        numbers = numbers[~np.isnan(numbers)]
        if self.base is not None and (np.abs(numbers) > self.base * LARGEST_EXACT).any():
            raise DataError(
                sentence(
                    "the base {base} is too small for the numbers of {name}; choose a larger one.",
                    base=float(self.base),
                    name=name,
                ),
                "base",
                title=self.title,
            )
        return numbers


class Rounding(RoundingMethod):
    """Replace every value by the point that is nearest to it.

    Points are the multiples p_i = b·i of a base b, or a set of your own. A point attracts the values from
    half way to the point below up to, but without, half way to the point above: [p_i − b/2, p_i + b/2).
    With multiples the last point is that of r = max(1, ⌊V_max/b⌋), where V_max is the largest value in the
    file, and attracts everything above: with base 10 and a largest value of 97, 97 becomes 90.

    In the variant *with_zero* 0 is a point too, and negative values are rounded as their absolute value,
    with a last point of their own: −v becomes the negative of what v would. In the variant *printed* (the
    example of the source) the lowest point is b, which attracts all of [0, 3b/2); negative values are
    refused. Of your own points the outer ones attract everything beyond them.

    Bases and points are taken as decimal fractions: with base 0.1 the value 0.15 lies exactly in the
    middle and becomes 0.2. Whole numbers stay whole where base or points are whole. Missing values stay
    missing.

    When to use
        Amounts that are reported with more digits than anyone needs: rounding is easily explained, and
        exact matches with other files disappear.
    When not to use
        As the only protection of an unusual value, which remains unusual; values close to each other are
        not mixed. Means are biased where values pile up on one side of the points: random rounding avoids
        it. Sums of rounded parts need not equal the rounded total. For categories use recoding.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [4, 5, 14, 15, 97]}))
    >>> sdc.masking.Rounding(variables=["income"], base=10).apply(data).frame["income"].tolist()
    [0, 10, 10, 20, 90]
    """

    name: ClassVar[str] = "rounding"
    title: ClassVar[str] = "Rounding"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3, "
        "Example 4"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (VALUES_CHANGED,)
    examples = (
        {"variables": ["income"], "base": 100.0},
        {"variables": ["income", "age"], "base": 0.3, "variant": "printed"},
        {"variables": ["income"], "rounding_set": "own", "points": [0, 20_000, 250_000.0]},
    )

    variant: Literal["with_zero", "printed"] = parameter(
        "with_zero",
        "Small values",
        "What becomes of values below half the base.",
        FieldDisplay(choices=VARIANTS, more=True, when={"rounding_set": ("multiples",)}),
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        words = (
            "{names} rounded to {points}" if self.base is None else "{names} rounded to multiples of {base}"
        )
        return self._summary(words)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        before, changed = data, 0
        for name, share in progress.over(self.variables, self.title):
            present, old = self._present(data, name), known_values(data, name)
            rounded = self._rounded(present_numbers(old), present, name)
            whole = pd.api.types.is_integer_dtype(old) and self._points_are_whole() and all_whole(rounded)
            new = pd.Series(rounded, dtype="int64" if whole else "float64")
            share.at(0.5, name)
            ends = np.array([present.min(), present.max()]) if len(present) else present
            rule = partial(self._rounded_too, ends=ends, name=name)
            data = Replacement(old, new, data.variable(name), rule=rule).recoded(data)
            rounded_present = data.numbers(name)
            changed += int((present != rounded_present[~np.isnan(rounded_present)]).sum())
        return Masked(data, {VALUES_CHANGED: values_counted(changed, before)})

    def _rounded_too(self, values: pd.Series, ends: np.ndarray, name: str) -> list[Value | None]:
        """Return what becomes of numbers that the file lacks: there are more points beyond its two ends."""
        new: list[Value | None] = []
        for number in present_numbers(values).tolist():
            if self.base is not None and self.variant == "printed" and number < 0:
                new.append(None)
                continue
            within = len(ends) and ends[0] <= number <= ends[1]
            reach = np.copysign(2 * (self.base or 0.0), number)
            present = ends if within else np.append(ends, number + reach)
            new.append(self._rounded(np.array([number]), present, name).item())
        return new

    def _rounded(self, numbers: np.ndarray, present: np.ndarray, name: str) -> np.ndarray:
        if self.base is None:
            return Points(self.points).nearest(numbers)
        if self.variant == "printed":
            negative = int((present < 0).sum())
            if negative:
                raise DataError(
                    sentence(
                        "{n} value of {name} is negative, which the printed variant does "
                        "not define; choose the variant with zero.",
                        "{n} values of {name} are negative, which the printed variant does "
                        "not define; choose the variant with zero.",
                        "n",
                        n=negative,
                        name=name,
                    ),
                    "variant",
                    title=self.title,
                )
        multiples, with_zero = Multiples(self.base), self.variant == "with_zero"
        ends = [float(np.max(side, initial=0.0)) for side in (present, -present)]
        above, below = (multiples.nearest(np.abs(numbers), largest, with_zero=with_zero) for largest in ends)
        # Zero has no sign: −0.3 becomes 0.0, not −0.0.
        return np.where(numbers < 0, -below, above) + 0.0
