"""Assessed recipe: the limits it keeps, what it loses, and what its steps do."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Judgement, Standing, Verdict
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.recipe import Recipe
from sdcdesk.records.step_changes import StepChanges
from sdcdesk.search.alternatives.front import pareto_front
from sdcdesk.search.suggestion.space import Point


@dataclass(frozen=True, slots=True)
class Judged:
    """A limit of a scenario, and how a recipe stands to it.

    Attributes
    ----------
    scenario
        Its name.
    judgement
        The limit, and what was found.
    """

    scenario: str
    judgement: Judgement

    @property
    def address(self) -> FigureAddress:
        """The limited figure."""
        return self.judgement.limit.address

    @property
    def use(self) -> float:
        """How much of the limit is used: 1 is at it, more is beyond; infinite without a number.

        The number is the worse end of what is known. Where nothing is accepted, it is added to 1.
        """
        quantity, limit = self.judgement.quantity, self.judgement.limit
        if quantity is None or quantity.value is None:
            return 0.0 if self.judgement.standing is Standing.KEPT else math.inf
        most = limit.side == "at most"
        value = quantity.value if quantity.interval is None else quantity.interval[1 if most else 0]
        if most:
            return value / limit.value if limit.value > 0 else 1.0 + value - limit.value
        if value > 0:
            return limit.value / value
        return 1.0 if limit.value <= 0 else math.inf


@dataclass(frozen=True)
class Assessed:
    """A recipe that was applied and assessed as the release check assesses it.

    Attributes
    ----------
    point
        Its place among the recipes of the search.
    recipe
        Its steps.
    judged
        Every limit of every scenario.
    verdict
        Of all scenarios with limits.
    axis, loss
        The figure on the loss axis of the project, and its value.
    changes
        What each step did.
    released
        Records that are released.
    restored
        Whether a last step, which its place does not tell, restores means and covariances.
    """

    point: Point
    recipe: Recipe = field(repr=False)
    judged: tuple[Judged, ...] = field(repr=False)
    verdict: Verdict
    axis: FigureAddress
    loss: Quantity
    changes: tuple[StepChanges, ...] = field(default=(), repr=False)
    released: int = 0
    restored: bool = False

    @property
    def key(self) -> tuple[Point, bool]:
        """What tells it from all others of a search."""
        return self.point, self.restored

    @property
    def keeps(self) -> bool:
        """Whether all limits are kept."""
        return self.verdict is Verdict.SAFE

    @property
    def risk(self) -> float:
        """How much of the tightest limit is used; see `Judged.use`."""
        return max((one.use for one in self.judged), default=math.inf)

    @property
    def beyond(self) -> float:
        """How far it is beyond the limits, over all of them; 0 where it keeps them."""
        if self.keeps:
            return 0.0
        missed = (one for one in self.judged if one.judgement.standing is not Standing.KEPT)
        return sum(max(one.use - 1.0, 1e-9) for one in missed) or math.inf

    @property
    def cost(self) -> float:
        """The loss as a number to sort by, the least first; infinite where it is not defined."""
        value, declared = self.loss.value, MEASURES[self.axis.measure].declared(self.axis.figure)
        if value is None:
            return math.inf
        return float(-value if declared is not None and declared.better == "more" else value)

    @property
    def order(self) -> tuple[float, float, Point]:
        """The place among others: what keeps the limits by its loss, then what comes nearest to them."""
        return self.beyond, self.cost, self.point

    def risk_by(self, address: FigureAddress) -> float:
        """Return how much of its limit a figure uses, in the scenario in which it is most.

        Parameters
        ----------
        address
            A limited figure.

        Returns
        -------
        float
            Infinite where no scenario limits it.
        """
        return max((one.use for one in self.judged if one.address == address), default=math.inf)


def recipe_front(found: Iterable[Assessed], address: FigureAddress | None = None) -> tuple[Assessed, ...]:
    """Return the recipes that no other one beats: less in risk or loss, and not more in the other.

    Parameters
    ----------
    found
        Recipes that were assessed.
    address
        The limited figure that stands for the risk; None: that which uses most of its limit.

    Returns
    -------
    tuple[Assessed, ...]
        By ascending loss; of equal ones the first that was found, and none without both figures.
    """

    def risk(one: Assessed) -> float:
        return one.risk if address is None else one.risk_by(address)

    recipes = [one for one in found if math.isfinite(one.cost) and math.isfinite(risk(one))]
    front = pareto_front((place, risk(one), one.cost) for place, one in enumerate(recipes))
    first = {(risk(recipes[place]), recipes[place].cost): place for place in reversed(front.numbers)}
    return tuple(recipes[place] for place in front.numbers if place in first.values())
