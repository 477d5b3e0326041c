"""Measure of the individual risk in a population, by sampling weights."""

from dataclasses import replace

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import known_variable
from sdcdesk.core.data.sampling_weights import weight_name, weights_not_raised
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.questions import Counting
from sdcdesk.counting.record_order import in_order
from sdcdesk.risk.hidden_weights import with_weights_hidden
from sdcdesk.risk.individual.findings import DECLARES, TABLES, to_findings
from sdcdesk.risk.individual.risks import HouseholdRisks, IndividualRisks, group_risks, household_risks
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_estimate import population_estimate
from sdcdesk.risk.record_risks.threshold_curve import STOPS


class IndividualRisk(KeyMeasure):
    """Risk of each released record that an intruder links it to the right person of the population.

    The file is a sample, each record stands for as many people as its sampling weight says, and an intruder
    compares the released key values with a register of the whole population. If F people of the population
    share the key of a record, the intruder is right one time in F; F is not known, but the f released records
    with that key and the sum F̂ of their weights say which F are likely:

    - p̂ = f/F̂ estimates the probability that one of these people was drawn;
    - given f, F is negative binomial, and the individual risk is r = E(1/F | f)
      = (p̂^f/f)·₂F₁(f, f; f+1; 1−p̂); for f = 1 it is p̂/(1−p̂)·ln(1/p̂), and 1/f where all were drawn;
    - Σ r is the expected number of re-identifications, and Σ r divided by the released records their rate;
    - a household is found if one of its released members is: 1 − Π(1 − r).

    When to use it: for samples of a population with sampling weights, whose keys others know of everyone.
    When not: for a file that is the whole population (the disclosure risk counts there, and nothing needs
    to be estimated), where the weights were not made for the variables at hand, or for small samples with
    many keys: for a record that is alone the estimate rests on its own weight only.

    Weights are those of the original, for masking them does not change how likely a person was drawn. A
    weight that is missing, zero or negative is refused, with the records named. So are weights below 1
    where the people that share a key would be fewer than the records of it. Where records were left out,
    the weights of the others are not raised, so that a random sample of the file seems to have more risk
    than it has.

    With missing key values as a value of their own, f and F̂ count records with equal keys; where a missing
    value matches every value, they count the records compatible with each record. A missing household makes
    a household of one.

    Examples
    --------
    Two people who are alone with their key, one of them one of fifty in the population, and two who share it:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 40, 50, 50], "w": [1.0, 50.0, 10.0, 30.0]}))
    >>> found = sdc.risk.IndividualRisk(keys=["age"], weight="w", threshold=0.1).assess(people, people)
    >>> found.record("risk").round(4).tolist()
    [1.0, 0.0798, 0.0443, 0.0443]
    >>> found.value("records_above"), round(found.value("expected_reidentifications"), 4)
    (1, 1.1685)
    """

    name = "individual_risk"
    title = "Individual risk"
    source = "Benedetti and Franconi 1998; Franconi and Polettini 2004"
    purpose = "How likely each record is found in the population that it was drawn from."
    is_counted = True
    counted_unless = "{title} needs the records in memory where a variable names households."
    declares = DECLARES
    tables = TABLES
    uses_confidential_values = True
    record_risk = RecordRisk("risk", "largest_risk")
    needs_original = ""
    examples = (
        {},
        {"keys": ["age"], "missing": "wildcard", "weight": "weight", "household": "zip", "threshold": 0.2},
    )

    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        FieldDisplay(empty="the one with the role weight"),
        accepts=CONTINUOUS,
    )
    household: str | None = parameter(
        None,
        "Households",
        "The variable whose values are equal for members of one household. Left empty: the one with the role "
        "household; without one, households have no risk.",
        FieldDisplay(empty="the one with the role household"),
        accepts=KEY_LIKE,
    )
    threshold: float = parameter(
        0.05,
        "Threshold",
        "Records with a larger individual risk are counted; 1 is certainty.",
        FieldDisplay(unit="as a share", stops=STOPS),
        ge=0,
        le=1,
    )

    @property
    def needs_records(self) -> bool:
        """Whether it needs the records in memory: where a variable names households."""
        return self.household is not None

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked = counting.original, counting.masked
        weight = weight_name(self.weight, original)
        household = known_variable(Role.HOUSEHOLD, self.household, original)
        if household and not isinstance(counting, InMemory):
            raise self._needs_memory()
        progress.at(0.0, "People who share a key")
        estimate = population_estimate(counting, weight, progress)
        progress.at(0.5, "Individual risks")
        of_group = group_risks(estimate)
        risks = IndividualRisks(
            masked=masked,
            risk=estimate.for_records(of_group),
            threshold=self.threshold,
            keys=counting.keys,
            estimate=estimate,
            of_group=of_group,
            weights=estimate.weights,
        )
        progress.at(0.8, "Households")
        if household:
            risks = replace(risks, households=_households(original, risks, household))
        progress.at(0.9, "Thresholds")
        left_out = counting.initial_records - counting.released_records
        notes = *self.key_notes(counting.keys, masked), *weights_not_raised(left_out)
        counted = [one.name for one in DECLARES]
        return with_weights_hidden(to_findings(risks, notes), original, masked, weight, counted=counted)


def _households(original: Microdata, risks: IndividualRisks, name: str) -> HouseholdRisks:
    rows = risks.masked.rows
    return household_risks(original.coding(name).take(rows), risks.risk, in_order(rows))
