"""Masking methods: one method, one file."""

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.method import Method
from sdcdesk.masking.camouflage import Camouflage
from sdcdesk.masking.distortion import ProbabilityDistortion
from sdcdesk.masking.finished_file.method import FinishedFile
from sdcdesk.masking.imputation.combining_rules import Combined, combined
from sdcdesk.masking.imputation.multiple_imputation import MultipleImputation
from sdcdesk.masking.interval_journal import GivenAnswer, Journal
from sdcdesk.masking.interval_query import IntervalQuery
from sdcdesk.masking.local_recoding import LocalRecoding
from sdcdesk.masking.local_suppression import LocalSuppression
from sdcdesk.masking.lossy_compression import LossyCompression
from sdcdesk.masking.matrix_masking.method import MatrixMasking
from sdcdesk.masking.matrix_masking.orthogonal_masking import OrthogonalMasking
from sdcdesk.masking.microaggregation import Microaggregation
from sdcdesk.masking.noise.additive_noise import AdditiveNoise
from sdcdesk.masking.noise.multiplicative_noise import MultiplicativeNoise
from sdcdesk.masking.noise.outlier_noise import OutlierNoise
from sdcdesk.masking.numbering.new_numbers import NewNumbers
from sdcdesk.masking.numbering.random_order import RandomOrder
from sdcdesk.masking.pram.method import Pram
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.masking.recoding.multivariate_top_coding import MultivariateTopCoding
from sdcdesk.masking.recoding.tail_coding import TailCoding
from sdcdesk.masking.resampling import Resampling
from sdcdesk.masking.rounding.method import Rounding
from sdcdesk.masking.rounding.multivariate_rounding import MultivariateRounding
from sdcdesk.masking.rounding.random_rounding import RandomRounding
from sdcdesk.masking.sampling import (
    BernoulliSampling,
    HouseholdSampling,
    ProportionalSampling,
    SimpleRandomSampling,
    StratifiedSampling,
    SystematicSampling,
    WeightCalibration,
)
from sdcdesk.masking.shuffling import Shuffling
from sdcdesk.masking.suppression.record_suppression import RecordSuppression
from sdcdesk.masking.suppression.risk_suppression import RiskSuppression
from sdcdesk.masking.suppression.value_suppression import ValueSuppression
from sdcdesk.masking.swapping import DataSwapping, RankSwapping, RecordSwapping

METHODS: Catalogue[Method] = Catalogue(
    "method",
    Recoding,
    LocalRecoding,
    TailCoding,
    MultivariateTopCoding,
    Rounding,
    MultivariateRounding,
    Camouflage,
    LocalSuppression,
    RecordSuppression,
    ValueSuppression,
    RiskSuppression,
    Microaggregation,
    AdditiveNoise,
    MultiplicativeNoise,
    OutlierNoise,
    OrthogonalMasking,
    RankSwapping,
    Shuffling,
    MultipleImputation,
    DataSwapping,
    RecordSwapping,
    ProbabilityDistortion,
    Resampling,
    LossyCompression,
    MatrixMasking,
    RandomRounding,
    Pram,
    SimpleRandomSampling,
    StratifiedSampling,
    SystematicSampling,
    BernoulliSampling,
    HouseholdSampling,
    ProportionalSampling,
    WeightCalibration,
    RandomOrder,
    NewNumbers,
    FinishedFile,
)
"""All masking methods, in menu order: less detail, leave out, change values, sample, order and numbers,
masked elsewhere."""

__all__ = [
    "METHODS",
    "AdditiveNoise",
    "BernoulliSampling",
    "Camouflage",
    "Combined",
    "DataSwapping",
    "FinishedFile",
    "GivenAnswer",
    "HouseholdSampling",
    "IntervalQuery",
    "Journal",
    "LocalRecoding",
    "LocalSuppression",
    "LossyCompression",
    "MatrixMasking",
    "Microaggregation",
    "MultipleImputation",
    "MultiplicativeNoise",
    "MultivariateRounding",
    "MultivariateTopCoding",
    "NewNumbers",
    "OrthogonalMasking",
    "OutlierNoise",
    "Pram",
    "ProbabilityDistortion",
    "ProportionalSampling",
    "RandomOrder",
    "RandomRounding",
    "RankSwapping",
    "Recoding",
    "RecordSuppression",
    "RecordSwapping",
    "Resampling",
    "RiskSuppression",
    "Rounding",
    "Shuffling",
    "SimpleRandomSampling",
    "StratifiedSampling",
    "SystematicSampling",
    "TailCoding",
    "ValueSuppression",
    "WeightCalibration",
    "combined",
]
