"""Measures of information loss: one measure, one file."""

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.measure import Measure
from sdcdesk.loss.categorical_comparison import CategoricalComparison
from sdcdesk.loss.changed_cells import ChangedCells
from sdcdesk.loss.continuous import ContinuousLoss
from sdcdesk.loss.ctbil.measure import Ctbil
from sdcdesk.loss.distributions.measure import Distributions
from sdcdesk.loss.ebil import Ebil
from sdcdesk.loss.edit_rules import EditRules
from sdcdesk.loss.factors.measure import Factors
from sdcdesk.loss.headline import HeadlineLoss
from sdcdesk.loss.pril import Pril
from sdcdesk.loss.probabilistic.measure import ProbabilisticLoss
from sdcdesk.loss.propensity.measure import Propensity
from sdcdesk.loss.regression.measure import RegressionOverlap
from sdcdesk.loss.validity.measure import Validity
from sdcdesk.loss.variance_ratios import VarianceRatios

LOSSES: Catalogue[Measure] = Catalogue(
    "measure of information loss",
    HeadlineLoss,
    ContinuousLoss,
    Distributions,
    Factors,
    VarianceRatios,
    ProbabilisticLoss,
    CategoricalComparison,
    Ctbil,
    Ebil,
    Pril,
    Validity,
    RegressionOverlap,
    Propensity,
    EditRules,
    ChangedCells,
)
"""All measures of information loss, in menu order."""

__all__ = [
    "LOSSES",
    "CategoricalComparison",
    "ChangedCells",
    "ContinuousLoss",
    "Ctbil",
    "Distributions",
    "Ebil",
    "EditRules",
    "Factors",
    "HeadlineLoss",
    "Pril",
    "ProbabilisticLoss",
    "Propensity",
    "RegressionOverlap",
    "Validity",
    "VarianceRatios",
]
