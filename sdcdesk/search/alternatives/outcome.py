"""Outcomes of alternatives: what risk and loss each has, and the groups of draws of one alternative."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev
from typing import Any, NamedTuple

from sdcdesk.core.numbers.quantity import EXPECTED_NUMBER, Bound, Quantity
from sdcdesk.core.numbers.saved_quantity import saved_quantity
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import DefectError, SdcError
from sdcdesk.document.measures import MEASURES
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative import Alternative


class Unassessed(NamedTuple):
    """A measure that could not be assessed.

    Attributes
    ----------
    scenario
        Whose measure it is; empty: the project's.
    measure
        Its name.
    problem
        Why, a sentence.
    code
        Kind of the error, see `SdcError`.
    """

    scenario: str
    measure: str
    problem: str
    code: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one alternative.

    Attributes
    ----------
    alternative
        The alternative.
    figures
        Every figure that the measures of the scenarios and of the project found; the scenario of the
        project's own is empty.
    verdict
        That of the release check.
    records
        Records that would be released.
    unassessed
        Measures that failed; the figures of the others stand.
    error
        Why a step failed, so that there is no file to assess; None: none did.
    seconds
        How long it took; it is no part of what was found.
    """

    alternative: Alternative
    figures: Mapping[Address, Quantity] = field(default_factory=dict)
    verdict: Verdict = Verdict.NOT_ASSESSED
    records: int = 0
    unassessed: tuple[Unassessed, ...] = ()
    error: SdcError | None = None
    seconds: float = field(default=0.0, compare=False)

    def of(self, alternative: Alternative) -> "Outcome":
        """Return the same for an alternative with the same recipe in another grid.

        Parameters
        ----------
        alternative
            With the same recipe.

        Returns
        -------
        Outcome
            With its number and title.
        """
        return replace(self, alternative=alternative)

    def quantity(self, axis: Address) -> Quantity | None:
        """Return a figure; that of no scenario is the worst one over the scenarios.

        Parameters
        ----------
        axis
            Scenario, measure and figure; without a scenario the figure of the project's own measure or, where
            it has none, the worst of those scenarios that ask for the measure.

        Returns
        -------
        Quantity or None
            None where it was not found, also where one of these scenarios alone lacks it: the worst is not
            known then.
        """
        if axis in self.figures:
            return self.figures[axis]
        if axis.scenario or ("", axis.measure) in self._failed:
            return None
        asked = {address.scenario for address in self.figures if address.measure == axis.measure}
        asked |= {scenario for scenario, measure in self._failed if measure == axis.measure}
        found = [self.figures.get(axis._replace(scenario=scenario)) for scenario in sorted(asked)]
        return worst(axis, [one for one in found if one is not None]) if found and None not in found else None

    def value(self, axis: Address) -> float | None:
        """Return a figure as a number; see `quantity`.

        Parameters
        ----------
        axis
            See `quantity`.

        Returns
        -------
        float or None
            None where it was not found, or is not defined.
        """
        quantity = self.quantity(axis)
        return None if quantity is None or quantity.value is None else float(quantity.value)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain JSON values at full precision, whatever they give away.

        Returns
        -------
        dict[str, Any]
            How long it took is not among them: the same comparison is written the same.
        """
        alternative, error = self.alternative, self.error
        return {
            "number": alternative.number,
            "family": alternative.title,
            "words": alternative.words,
            "settings": [setting.to_json() for setting in alternative.settings],
            "draw": alternative.draw,
            "group": alternative.group,
            "records": self.records,
            "verdict": str(self.verdict),
            "figures": [
                {**address._asdict(), **saved_quantity(quantity)}
                for address, quantity in self.figures.items()
            ],
            "unassessed": [one._asdict() for one in self.unassessed],
            "error": None if error is None else {"code": error.code, "message": error.message},
        }

    @property
    def has_defect(self) -> bool:
        """Whether a step or a measure failed by a defect of the program."""
        return isinstance(self.error, DefectError) or any(
            one.code == DefectError.code for one in self.unassessed
        )

    @property
    def _failed(self) -> set[tuple[str, str]]:
        return {(one.scenario, one.measure) for one in self.unassessed}


def more_is_better(axis: Address) -> bool:
    """Return whether the higher of two values of a figure is the better one.

    Parameters
    ----------
    axis
        The figure.

    Returns
    -------
    bool
        False where the lower one is, or neither.
    """
    declared = MEASURES[axis.measure].declared(axis.figure)
    return declared is not None and declared.better == "more"


def worst(axis: Address, quantities: Sequence[Quantity]) -> Quantity:
    """Return the worst of several values of a figure, the first of equal ones.

    Parameters
    ----------
    axis
        The figure.
    quantities
        At least one.

    Returns
    -------
    Quantity
        One that is not defined where there is one, for nobody knows that it is better than the others.
    """
    pick = min if more_is_better(axis) else max
    unknown = next((one for one in quantities if one.value is None), None)
    return unknown or pick(quantities, key=lambda one: float(one.value or 0))


class Spread(NamedTuple):
    """How a figure varies over the draws of one alternative.

    Attributes
    ----------
    draws
        Draws in which it is defined.
    mean
        Its mean over these; None: there is none.
    deviation
        Standard deviation, ÷ draws − 1; None: there are fewer than two.
    least, most
        Smallest and largest value.
    """

    draws: int
    mean: float | None = None
    deviation: float | None = None
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The draws of one alternative, which differ in their random numbers only.

    Attributes
    ----------
    outcomes
        In the order of the draws; one where it is not random.
    """

    outcomes: tuple[Outcome, ...]

    def spread(self, axis: Address) -> Spread:
        """Return mean and spread of a figure over the draws.

        Parameters
        ----------
        axis
            See `Outcome.quantity`.

        Returns
        -------
        Spread
            Draws in which the figure is not known or not defined are left out, and not counted.
        """
        values = [value for outcome in self.outcomes if (value := outcome.value(axis)) is not None]
        if not values:
            return Spread(0)
        deviation = stdev(values) if len(values) > 1 else None
        return Spread(len(values), fmean(values), deviation, min(values), max(values))

    def mean(self, axis: Address) -> Quantity | None:
        """Return the mean of a figure over the draws as a quantity.

        Parameters
        ----------
        axis
            See `Outcome.quantity`.

        Returns
        -------
        Quantity or None
            The figure itself of a single draw. One that is not known in a draw is None; one that is not
            defined in a draw is that, for a mean of the others would be one of better draws alone.
        """
        found = [outcome.quantity(axis) for outcome in self.outcomes]
        known = [one for one in found if one is not None]
        if len(known) < len(found):
            return None
        unknown = next((one for one in known if one.value is None), None)
        if unknown is not None or len(known) == 1:
            return unknown or known[0]
        unit = known[0].unit if known[0].unit.kind != "count" else EXPECTED_NUMBER
        bounds = {one.bound for one in known}
        bound = bounds.pop() if len(bounds) == 1 else Bound.ESTIMATE
        return Quantity(fmean(float(one.value or 0) for one in known), unit, bound)
