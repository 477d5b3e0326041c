"""Disclosure scenarios: what an intruder knows, how much it counts, and how much risk is accepted."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sdcdesk.core.model import Model
from sdcdesk.risk import DisclosureRisk, WeightMatrix

Share = Annotated[float, Field(ge=0, le=1)]


class Scenario(Model):
    """One way in which somebody could be recognised.

    Attributes
    ----------
    name
        "Neighbour".
    knows
        What the intruder is supposed to know, in words.
    keys
        The variables that the intruder knows; none: all with the role of a key.
    missing
        What a missing key value matches: only another missing value (`category`), or every value
        (`wildcard`).
    weights
        Name of the project's weight matrix.
    k
        Group size below which records are listed.
    limit_minimal, limit_weighted, limit_maximal
        Largest accepted DR_min, DR_W, DR_max, as shares 0…1; None: no limit.
    least_k
        Smallest accepted group; None: no limit.
    """

    name: Annotated[str, StringConstraints(min_length=1)]
    knows: str = ""
    keys: tuple[str, ...] = ()
    missing: Literal["category", "wildcard"] = "category"
    weights: str
    k: int = Field(default=3, ge=2)
    limit_minimal: Share | None = None
    limit_weighted: Share | None = None
    limit_maximal: Share | None = None
    least_k: int | None = Field(default=None, ge=2)

    def measure(self, matrix: WeightMatrix) -> DisclosureRisk:
        """Return the measure of this scenario with its weight matrix."""
        return DisclosureRisk(
            keys=self.keys,
            weights=matrix,
            missing=self.missing,
            k=self.k,
            limit_minimal=self.limit_minimal,
            limit_weighted=self.limit_weighted,
            limit_maximal=self.limit_maximal,
            least_k=self.least_k,
        )
