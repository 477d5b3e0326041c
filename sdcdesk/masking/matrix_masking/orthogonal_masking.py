"""Random orthogonal matrix masking: records are rotated, means and covariances stay exactly."""

import math
from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, Quantity
from sdcdesk.core.operations.masked import ByVariable, Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, plain, sentence
from sdcdesk.masking.covariance import correlations, mixed, standard_deviation, standardised
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import CORRELATION, RECORDS_LEFT_ALONE
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.matrix_masking.orthonormal import orthonormal
from sdcdesk.masking.missing_patterns import records_alike
from sdcdesk.masking.new_values import decimal_notes, numbers_to_square, replace_numbers, with_numbers
from sdcdesk.masking.strata import find_strata

REACHES = {
    "near": "Near: masked and original values correlate",
    "anywhere": "Anywhere: only means and covariances remain",
}

UNMOVED = 1e-9
"""A value that moved by less than this share of its standard deviation stayed what it was."""


BY_VARIABLE = by_variable(CORRELATION)


SOLVED = 3
"""Of so many records that are rotated together, one and what stays the same tell the others."""

SMALL_GROUPS = plain(
    "Some records are rotated among two or three: whoever knows the true values of one of them computes "
    "those of the others, at most two possibilities, for means and covariances stay. Use larger strata."
)


class OrthogonalMasking(KeepsDecimals, ChoosesValues):
    """Rotate the records of continuous variables so that means and covariances stay exactly.

    The values X of n records in p variables become T·X, where T is a random orthogonal n × n matrix that
    keeps the mean (T·1 = 1): every mean, variance, covariance and correlation, and so every linear
    regression among the chosen variables, is that of the original to about 12 digits, not just in
    expectation.

    T is never written down. Less their means, X = U·R, where U has orthonormal columns (Gram and Schmidt on
    the variables in the order given). Then T·X = m + V·R with other orthonormal columns V, orthogonal to 1;
    for every such V there is a T. V comes from Gram and Schmidt on

    - *near*: U + √c·G, where G are independent normal numbers less their mean, divided by √(n − 1). The
      result is close to correlated additive noise with a share c of the variance, restored; here exactly.
      Masked values have a correlation of about 1/√(1 + c) with their originals.
    - *anywhere*: G alone: T is uniform on all such matrices, and masked values say nothing of their own
      originals beyond means and covariances.

    Time and memory grow with the number of records, not with its square. Records with the same missing
    values are rotated among themselves, so that missing values stay missing and means stay, and so does
    every covariance over the records that have both values. Within strata, the same holds in each
    stratum. A record that is alone in its group, or alike with all others, cannot move: such records are
    counted. Two that are alone keep their values or exchange them, and of three together whoever knows one
    computes the others, which is noted. Where variables determine one another,
    as parts and their total do, masked ones follow the same rule.

    When to use
        For files that are released for linear models: regressions, principal components and correlations of
        the chosen variables come out as from the original.
    When not to use
        Where shapes of distributions matter: skewed variables become more normal, and *anywhere* entirely;
        amounts may become negative, zeros do not stay. Relations to other variables of the file, and within
        groups that are no strata, are kept in so far as values stay near.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [12.0, 19.0, 25.0, 41.0], "tax": [2.0, 3.0, 7.0, 12.0]}))
    >>> masked = sdc.masking.OrthogonalMasking(variables=["income", "tax"]).apply(data, seed=7).frame
    >>> masked["income"].round(1).tolist() == data.frame["income"].tolist()
    False
    >>> bool(((masked.cov() - data.frame.cov()).abs() < 1e-9).all(axis=None))
    True
    """

    name: ClassVar[str] = "orthogonal_masking"
    title: ClassVar[str] = "Random orthogonal matrix masking"
    source: ClassVar[str] = (
        "Ting, Fienberg and Trottini (2008), Random orthogonal matrix masking methodology for microdata "
        "release"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (RECORDS_LEFT_ALONE,)
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "bonus"]},
        {"variables": ["income", "age"], "reach": "anywhere", "edit_rules": "keep"},
        {
            "variables": ["income", "bonus"],
            "variance_share": 0.5,
            "within": ["school"],
            "whole_numbers": True,
            "decimals": True,
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables that are rotated together.", accepts=CONTINUOUS, min_length=1
    )
    reach: Literal["near", "anywhere"] = parameter(
        "near",
        "Reach",
        "Whether masked values stay near their originals, or go wherever means and covariances allow.",
        FieldDisplay(choices=REACHES),
    )
    variance_share: float = parameter(
        10.0,
        "Size of the change",
        "In % of the variance, as the noise of additive noise: 10 is a tenth of it.",
        FieldDisplay(unit="% of the variance", when={"reach": ("near",)}),
        gt=0,
        le=10_000,
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "Records are rotated among those that agree on these variables; each stratum keeps its means too.",
        FieldDisplay(more=True, empty="one stratum, all records"),
        accepts=KEY_LIKE,
    )
    whole_numbers: bool = parameter(
        False,
        "Keep whole numbers whole",
        "Round variables that hold only whole numbers to whole numbers again (halves to the even one), "
        "which moves means and covariances a little.",
    )

    @model_validator(mode="after")
    def _apart(self) -> "OrthogonalMasking":
        if {*self.within} & {*self.variables}:
            raise FieldError("within", "names a variable that is rotated")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        names = ", ".join(self.variables)
        if self.reach == "anywhere":
            return sentence("Rotated anywhere: {names}", names=names)
        part = Percentage(self.variance_share)
        return sentence("Rotated by {part} of the variance: {names}", part=part, names=names)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = [numbers_to_square(data, name) for name in self.variables]
        notes = decimal_notes(dict(zip(self.variables, values, strict=True))) if self.whole_numbers else []
        drawn = []
        for place, share in progress.part(0.0, 0.5).over(range(len(values))):
            share.at(0.0, self.title)
            drawn.append(draws.normal(data.rows, place))
        new, in_small = [column.copy() for column in values], 0
        for members, _ in progress.part(0.5, 0.9).over(self._groups(data, values), self.title):
            there = [place for place, column in enumerate(values) if not np.isnan(column[members[0]])]
            if not there:
                continue
            noise = [drawn[place][members] for place in there]
            in_small += len(members) if 1 < len(members) <= SOLVED else 0
            rotated = self._rotated([values[place][members] for place in there], noise)
            for place, column in zip(there, rotated, strict=True):
                new[place][members] = column
        progress.at(0.9)
        masked = with_numbers(
            data,
            {
                name: replace_numbers(data, name, column, whole=self.whole_numbers)
                for name, column in zip(self.variables, new, strict=True)
            },
        )
        left, found = self._findings(masked, values)
        note = sentence(
            "{n} record stayed: no other record has the same missing values and stratum, or none differs.",
            "{n} records stayed: no other record has the same missing values and stratum, or none differs.",
            "n",
            n=left,
        )
        notes += [note] * bool(left) + [SMALL_GROUPS] * bool(in_small)
        reported = {RECORDS_LEFT_ALONE: Quantity(left, RECORDS)}
        return Masked(masked, reported, tuple(notes), (BY_VARIABLE.table(found),))

    def _groups(self, data: Microdata, values: list[np.ndarray]) -> list[np.ndarray]:
        """Return the records that are rotated together: same stratum, same missing values."""
        missing = [np.isnan(column) for column in values]
        return records_alike([find_strata(data, self.within), *missing], len(data))

    def _rotated(self, old: list[np.ndarray], noise: list[np.ndarray]) -> list[np.ndarray]:
        """Return the values of some records after the rotation: those of constant variables stay."""
        n = len(old[0])
        before, weights = orthonormal([standardised(column) for column in old])
        drawn = [(column - column.mean()) / math.sqrt(max(n - 1, 1)) for column in noise[: len(before)]]
        if self.reach == "near":
            share = math.sqrt(self.variance_share / 100)
            drawn = [direction + share * column for direction, column in zip(before, drawn, strict=True)]
        after, _ = orthonormal(drawn, determined=0.0)
        turned = np.column_stack(after) if after else np.zeros((n, 0))
        rotated = []
        for column, line in zip(old, weights, strict=True):
            # Scores have a standard deviation of 1 where it is divided by n.
            deviation = standard_deviation(column) * math.sqrt((n - 1) / n)
            rotated.append(column.mean() + deviation * mixed(turned, line) if deviation else column)
        return rotated

    def _findings(self, masked: Microdata, values: list[np.ndarray]) -> tuple[int, ByVariable]:
        """Return how many records stayed as they were, and what is told of each variable."""
        found: dict[str, dict[Declared, Quantity]] = {}
        some, moved = np.zeros(len(masked), bool), np.zeros(len(masked), bool)
        for name, old in zip(self.variables, values, strict=True):
            new, present = masked.numbers(name), ~np.isnan(old)
            some |= present
            deviation = standard_deviation(old[present])
            moved |= np.abs(new - old) > UNMOVED * deviation  # not where missing
            if deviation and standard_deviation(new[present]):
                correlation = float(correlations([old[present], new[present]])[0, 1])
                found[name] = {CORRELATION: Quantity(correlation, NUMBER, contributions=NEVER_PUBLISHED)}
        return int((some & ~moved).sum()), found
