"""Measures of disclosure risk: one measure, one file."""

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.record_risk import RECORD_RISKS
from sdcdesk.risk.anonymity.by_combination import KByCombination
from sdcdesk.risk.anonymity.measure import KAnonymity
from sdcdesk.risk.attackers.measure import AttackerRisks
from sdcdesk.risk.census_uniqueness.measure import CensusUniqueness
from sdcdesk.risk.criteria.inference import Inference
from sdcdesk.risk.criteria.linkability import Linkability
from sdcdesk.risk.criteria.singling_out import SinglingOut
from sdcdesk.risk.criteria.three_criteria import ThreeCriteria
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.comparison import Comparison, compare
from sdcdesk.risk.disclosure.measure import DisclosureRisk
from sdcdesk.risk.diversity import AttributeDisclosure, LDiversity, MultiAttributeDiversity, TCloseness
from sdcdesk.risk.individual.measure import IndividualRisk
from sdcdesk.risk.key_finder.measure import KeyFinder
from sdcdesk.risk.linkage.combined import CombinedRisk
from sdcdesk.risk.linkage.distance import DistanceLinkage
from sdcdesk.risk.linkage.interval import IntervalDisclosure
from sdcdesk.risk.linkage.probabilistic import ProbabilisticLinkage
from sdcdesk.risk.linkage.robust_interval import RobustIntervalDisclosure
from sdcdesk.risk.linked_tables.experiments import every_two_as_key, tables_against_area, uniques_by_geography
from sdcdesk.risk.linked_tables.gridding import gridded_areas
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.population import synthetic_population
from sdcdesk.risk.linked_tables.pro_rata import assigned_pro_rata
from sdcdesk.risk.linked_tables.redesign import Redesign, merged_areas
from sdcdesk.risk.linked_tables.splitting import split_areas
from sdcdesk.risk.population_file.delta_presence import DeltaPresence
from sdcdesk.risk.population_file.k_map import KMap
from sdcdesk.risk.population_uniques.log_linear_risk import LogLinearRisk
from sdcdesk.risk.population_uniques.population_uniques import PopulationUniques
from sdcdesk.risk.sampling import SamplingRisk
from sdcdesk.risk.suda.measure import Suda
from sdcdesk.risk.weighted_anonymity import WeightedAnonymity
from sdcdesk.risk.weights import TRUTA_2004, TRUTA_2006, Structure, Violation, WeightMatrix

RISKS: Catalogue[Measure] = Catalogue(
    "measure of disclosure risk",
    DisclosureRisk,
    KAnonymity,
    KByCombination,
    WeightedAnonymity,
    LDiversity,
    MultiAttributeDiversity,
    TCloseness,
    AttributeDisclosure,
    IndividualRisk,
    AttackerRisks,
    KMap,
    DeltaPresence,
    PopulationUniques,
    LogLinearRisk,
    Suda,
    KeyFinder,
    CensusUniqueness,
    LinkedTables,
    SamplingRisk,
    DistanceLinkage,
    ProbabilisticLinkage,
    IntervalDisclosure,
    RobustIntervalDisclosure,
    CombinedRisk,
    ThreeCriteria,
    SinglingOut,
    Linkability,
    Inference,
)
"""All measures of disclosure risk, in menu order."""

for _measure in RISKS:
    if _measure.record_risk:
        RECORD_RISKS.register(_measure)

__all__ = [
    "RISKS",
    "TRUTA_2004",
    "TRUTA_2006",
    "AttackerRisks",
    "AttributeDisclosure",
    "CensusUniqueness",
    "ClassificationMatrix",
    "CombinedRisk",
    "Comparison",
    "DeltaPresence",
    "DisclosureRisk",
    "DistanceLinkage",
    "IndividualRisk",
    "Inference",
    "IntervalDisclosure",
    "KAnonymity",
    "KByCombination",
    "KMap",
    "KeyFinder",
    "LDiversity",
    "Linkability",
    "LinkedTables",
    "LogLinearRisk",
    "MultiAttributeDiversity",
    "PopulationUniques",
    "ProbabilisticLinkage",
    "Redesign",
    "RobustIntervalDisclosure",
    "SamplingRisk",
    "SinglingOut",
    "Structure",
    "Suda",
    "TCloseness",
    "ThreeCriteria",
    "Violation",
    "WeightMatrix",
    "WeightedAnonymity",
    "assigned_pro_rata",
    "compare",
    "every_two_as_key",
    "gridded_areas",
    "merged_areas",
    "split_areas",
    "synthetic_population",
    "tables_against_area",
    "uniques_by_geography",
]
