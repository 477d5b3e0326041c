"""Estimate of the population uniques, by whichever model."""

from dataclasses import dataclass
from typing import Self

from sdcdesk.core.numbers.quantity import NUMBER, Bound, Quantity
from sdcdesk.risk.population_uniques.sample import Sample


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one model says of the population.

    Attributes
    ----------
    people
        People who are alone with their key, Ŝ₁.
    of_uniques
        How likely somebody who is alone in the sample is alone in the population, P(F = 1 | f = 1); None
        where nobody is alone in the sample.
    parameters
        What was fitted, by the symbols of the model.
    bound
        Exact where the whole population was counted.
    """

    people: float
    of_uniques: float | None
    parameters: tuple[tuple[str, float], ...] = ()
    bound: Bound = Bound.ESTIMATE

    @classmethod
    def counted(cls, sample: Sample) -> Self:
        """Return the population uniques of a sample that is the whole population.

        Parameters
        ----------
        sample
            Sizes of groups.

        Returns
        -------
        Self
            Nothing is estimated.
        """
        alone = sample.uniques
        return cls(float(alone), 1.0 if alone else None, bound=Bound.EXACT)

    @property
    def steps(self) -> tuple[tuple[str, Quantity], ...]:
        """The fitted parameters with their symbols."""
        return tuple((name, Quantity(value, NUMBER, self.bound)) for name, value in self.parameters)
