"""Key sets: for which variables, and with which weights, the risk of sampling is drawn."""

from dataclasses import dataclass

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import SamplingRisk, WeightMatrix
from sdcdesk.risk.key_measure import Missing


@dataclass(frozen=True, slots=True)
class KeySet:
    """Variables that an intruder could know, and how much it counts to be found by them.

    Attributes
    ----------
    keys
        The variables; none: all with the role of a key.
    weights
        The weight matrix.
    missing
        What a missing key value matches.
    """

    keys: tuple[str, ...]
    weights: WeightMatrix
    missing: Missing = "category"

    @classmethod
    def of_scenario(cls, scenario: Scenario, weights: WeightMatrix) -> "KeySet":
        """Return the key set of a scenario, whose matrix the project holds."""
        return cls(scenario.keys, weights, scenario.missing)

    @classmethod
    def of_measure(cls, measure: SamplingRisk) -> "KeySet":
        """Return the key set of a measure."""
        return cls(measure.keys, measure.weights, measure.missing)

    def measure(self) -> SamplingRisk:
        """Return the measure that a project keeps for this key set."""
        return SamplingRisk(keys=self.keys, weights=self.weights, missing=self.missing)

    def names(self, data: Microdata) -> tuple[str, ...]:
        """Return the variables; none where the data have no key variables."""
        return self.keys or data.named(Role.KEY)
