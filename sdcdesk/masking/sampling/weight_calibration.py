"""Weight calibration: weights of each stratum are brought back to a sum after records were left out."""

from typing import Annotated, ClassVar, Literal, Self

import numpy as np
import pandas as pd
from pydantic import Field, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import require_positive, weight_name
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Why, undefined
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, NamesValues
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.sampling.stratified import STRATA, STRATA_IN_ALL
from sdcdesk.masking.strata import find_strata, stratum_names

TOTALS = {"initial": "Sums of the weights of the initial file", "given": "Sums of your own"}

FACTOR = (
    "Of the factors by which the weights of the strata are multiplied: the sum that a stratum shall have, "
    "divided by that of the weights of its records before the step."
)

SMALLEST_FACTOR = Declared("smallest_weight_factor", "Smallest factor of weights", NUMBER, FACTOR)

LARGEST_FACTOR = Declared("largest_weight_factor", "Largest factor of weights", NUMBER, FACTOR, better="less")

SUM_BEFORE = Declared(
    "sum_of_weights_before", "Sum of weights before", NUMBER, "Of all records of the file before the step."
)

SUM_AFTER = Declared(
    "sum_of_weights_after", "Sum of weights after", NUMBER, "Of the same records after the step."
)

NO_RECORD = "There is no record."

TOLD = (
    "Whoever knows or guesses the weights before this step, or only that they had few decimals, learns from "
    "the factor of a stratum how many of its records were left out, and of a single one its weight; and "
    "records of a stratum can be told from others by what their weights have in common."
)


class WeightCalibration(Method):
    """Multiply the weights of each stratum so that they have the sum that they should have.

    After records were left out, by sampling or suppression, the weights of the others add up to fewer people
    than the population has, and totals that are estimated with them are too small. With w_r the weight of
    record r in stratum h, and T_h the sum that the stratum shall have, every record of the stratum gets the
    weight w_r · T_h / Σ w, the sum being over its records that are left (ratio weights, as of
    post-stratification). So the sum of each stratum is T_h, but for rounding in the last digits.

    - *initial*: T_h is the sum of the weights of the stratum in the initial file, with which the steps began.
      Strata are formed by the values of the initial file, whatever later steps made of them.
    - *given*: T_h are numbers of your own, as of people in a census. Strata are formed by the values that the
      records have now; every stratum of the file needs a sum.

    Strata are the records that agree on all the variables; a missing value agrees with another missing value.
    Without variables, and where none has the role stratum, all records are one stratum. A stratum of which
    records are known or wanted and none is left cannot be brought to a sum: that is refused; use fewer
    variables, or recode them. Weights that are missing, zero or negative are refused.

    When to use
        As the last step after any that left out records, of a file whose users estimate totals of the
        population.
    When not to use
        Where the records left out were a group of their own within the strata, as all rich households:
        then the others do not stand for them, and totals stay wrong whatever their weights. Nor where it
        must not be known how many records were left out: T_h / Σ w tells that of a stratum to everybody
        who knows the weights before, as where all records had the same weight. Where they had few
        decimals, it follows from the released ones alone, with the weight of a record that is the only
        one left out of its stratum. And as records of a stratum share a factor, weights can tell which
        records belong to one stratum, also where its variables are recoded or not released. Coarser
        strata tell less. Risks are computed with the weights of the original, as before: how likely a
        person was drawn is a fact of the first sample.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> from sdcdesk.core.data.variable import Role, Variable
    >>> frame = pd.DataFrame({"sex": list("ffffmm"), "age": [20, 20, 20, 90, 30, 30], "weight": [10.0] * 6})
    >>> people = sdc.Microdata(frame, [Variable(name="weight", role=Role.WEIGHT)])
    >>> left = sdc.masking.RecordSuppression(keys=["sex", "age"], k=2).apply(people)
    >>> calibrated = sdc.masking.WeightCalibration(within=["sex"]).apply(left)
    >>> calibrated.column("weight").round(2).tolist()
    [13.33, 13.33, 13.33, 10.0, 10.0]
    """

    name: ClassVar[str] = "weight_calibration"
    title: ClassVar[str] = "Weight calibration"
    source: ClassVar[str] = (
        "Holt and Smith (1979), Post stratification; Särndal, Swensson and Wretman (1992), Model Assisted "
        "Survey Sampling, section 7.6"
    )
    purpose: ClassVar[Purpose] = Purpose.SAMPLE
    declares = (STRATA_IN_ALL, SMALLEST_FACTOR, LARGEST_FACTOR, SUM_BEFORE, SUM_AFTER)
    examples = (
        {
            "weight": "weight",
            "within": ["school"],
            "totals": "given",
            "sums": {"none": 500.0, "primary": 500.0, "secondary": 700.0, "higher": 400.0},
        },
    )

    weight: str | None = parameter(
        None,
        "Weight",
        "The variable with the weights.",
        FieldDisplay(empty="the one with the role weight"),
        accepts=Accepts(scales=(Scale.CONTINUOUS,), roles=NOT_IDENTIFIERS),
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "The variables that form the strata. Left empty: those with the role stratum; where there is none, "
        "all records are one stratum.",
        FieldDisplay(empty="those with the role stratum, if any"),
        accepts=KEY_LIKE,
    )
    totals: Literal["initial", "given"] = parameter(
        "initial", "Sums", "The sums that the weights of the strata shall have.", FieldDisplay(choices=TOTALS)
    )
    sums: Annotated[dict[str, Annotated[float, Field(gt=0)]], NamesValues] = parameter(
        {},
        "Sums by stratum",
        "What the weights of each stratum shall add up to. Where several variables form the strata, "
        'a stratum is named by its values with " × " between them, as in "north × female"; a missing value '
        'is "(missing)".',
        FieldDisplay(when={"totals": ("given",)}, combinations="within"),
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.totals == "given" and not self.within:
            raise FieldError("within", "sums are given by stratum; name the variables that form the strata")
        if self.totals == "given" and not self.sums:
            raise FieldError("sums", "no stratum has a sum; say what the weights of each add up to")
        return self

    @classmethod
    def leaves_records_out(cls) -> bool:
        """Return False: weights are changed, and all records stay."""
        return False

    def summary(self) -> str:
        """Return the step in a few plain words."""
        named = ", ".join(self.within)
        if self.totals == "given":
            return sentence("Weights to given sums by {within}", within=named)
        if self.within:
            return sentence("Weights to their initial sums by {within}", within=named)
        return "Weights to their initial sums"

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        name = weight_name(self.weight, data)
        weights = data.numbers(name)
        require_positive(weights, data.rows, name)
        find = self._given if self.totals == "given" else self._initial
        strata, wanted = find(data, name, self.within or data.named(Role.STRATUM))
        progress.at(0.5, self.title)
        sums = np.bincount(strata, weights, len(wanted))
        missing = int((sums == 0).sum())
        if missing:
            raise DataError(
                sentence(
                    "{n} stratum has a sum of weights to keep and no record that is left; use fewer "
                    "variables, or recode them.",
                    "{n} strata have a sum of weights to keep and no record that is left; use fewer "
                    "variables, or recode them.",
                    "n",
                    n=missing,
                ),
                "within",
                title=self.title,
            )
        factors = wanted / sums
        after = pd.Series(weights * factors[strata], dtype=np.float64)
        return Masked(data.assign({name: after}), _figures(factors, weights, after.to_numpy()), (TOLD,))

    def _initial(self, data: Microdata, weight: str, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Return the initial stratum of each record, and the sum of the weights of each initial stratum."""
        beginning = data.beginning
        if beginning is None:
            raise DataError(
                "it is not known which records the file began with, so nobody can say what weights added up "
                "to; give the sums.",
                "totals",
                title=self.title,
            )
        for name in (*names, weight):
            if name not in beginning:
                raise DataError(
                    sentence(
                        "the initial file has no variable {name}; choose another one, or give the sums.",
                        name=short(name),
                    ),
                    "within" if name in names else "weight",
                    title=self.title,
                )
        weights = beginning.numbers(weight)
        require_positive(weights, beginning.rows, weight)
        strata = find_strata(beginning, names)
        order = np.argsort(beginning.rows)
        places = order[np.searchsorted(beginning.rows, data.rows, sorter=order)]
        return strata[places], np.bincount(strata, weights)

    def _given(self, data: Microdata, _weight: str, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Return the stratum of each record, and the sums that were given."""
        strata = find_strata(data, names)
        known = stratum_names(data, names, strata)
        unnamed = sum(one not in self.sums for one in known)
        if unnamed:
            raise DataError(
                sentence(
                    "{n} stratum of the file has no sum; give it one.",
                    "{n} strata of the file have no sum; give them one.",
                    "n",
                    n=unnamed,
                ),
                "sums",
                title=self.title,
            )
        # Those that are no stratum of the file come last, and have no record.
        others = [one for one in self.sums if one not in set(known)]
        return strata, np.array([self.sums[one] for one in (*known, *others)])


def _figures(factors: np.ndarray, before: np.ndarray, after: np.ndarray) -> dict[Declared, Quantity]:
    """Return what is reported; from a factor the number of records left out follows."""
    found: dict[Declared, Quantity] = {STRATA_IN_ALL: Quantity(len(factors), STRATA)}
    ends = {SMALLEST_FACTOR: factors.min(initial=np.inf), LARGEST_FACTOR: factors.max(initial=-np.inf)}
    for one, factor in ends.items():
        found[one] = (
            Quantity(float(factor), NUMBER, contributions=NEVER_PUBLISHED)
            if len(factors)
            else undefined(NUMBER, Why.NO_RECORDS, NO_RECORD)
        )
    sums = {SUM_BEFORE: before, SUM_AFTER: after}
    return found | {
        one: Quantity(float(weights.sum()), NUMBER, contributions=NEVER_PUBLISHED)
        for one, weights in sums.items()
    }
