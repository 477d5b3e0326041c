"""Weight matrix: what it is, the rules it follows, and how an owner edits it."""

from sdcdesk.risk.weights.admissibility import Structure, Violation
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.presets import TRUTA_2004, TRUTA_2006

__all__ = ["TRUTA_2004", "TRUTA_2006", "Structure", "Violation", "WeightMatrix"]
