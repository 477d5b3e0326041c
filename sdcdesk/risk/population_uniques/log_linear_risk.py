"""Measure of the log-linear risk: which records that are alone in the sample are so in the population."""

from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.population_uniques import log_linear_findings as declared
from sdcdesk.risk.population_uniques.log_linear_findings import to_findings
from sdcdesk.risk.population_uniques.log_linear_risks import log_linear_risks
from sdcdesk.risk.population_uniques.sample_measure import SampleMeasure
from sdcdesk.risk.population_uniques.uniques_findings import LOG_LINEAR_SOURCE
from sdcdesk.risk.record_risks.threshold_curve import STOPS


class LogLinearRisk(SampleMeasure):
    """Risk of each released record that is alone with its key, by a log-linear model of the keys.

    Of two records that are alone in the sample, that with a likely combination of values (a married woman
    of 40 in a city) has others like it in the population, and that with an unlikely one (a widower of 17)
    has none. A log-linear model expects λ people with each combination, from main effects of the keys and
    from interactions; if a share π of the people was drawn at random, the people with the key of a record
    who were *not* drawn are Poisson with mean (1 − π)λ. So for a record alone in the sample, f = 1,

    - P(F = 1 | f = 1) = exp(−(1 − π)λ) is the probability that it is alone in the population too; the sum
      τ₁ over these records is the number of population uniques to be expected among them;
    - E(1/F | f = 1) = (1 − exp(−(1 − π)λ))/((1 − π)λ) is its risk: the probability that a match is right; the
      sum τ₂ is the number of right matches to be expected.

    Records that share their key with others are not alone in the population, and have no risk in this sense;
    where no record is alone, τ₁ = τ₂ = 0.

    *The model.* λ is fitted by maximum likelihood (iterative proportional fitting). Too simple a model makes
    the risk too large, too rich a one too small; usual tests of fit say little where most combinations are
    empty. So the errors B₁ of τ₁ and B₂ of τ₂ are estimated (Skinner and Shlomo), and divided by their
    standard deviation: above 1.96 interactions are missing, below −1.96 there are too many. Start with main
    effects, and add interactions, all two-way ones or a few by name, until the tests are near 0.

    A model with a parameter for every combination of values (one key alone, or an interaction of all keys)
    repeats the sample and tells nothing of the population; it is refused.

    Where sampling weights differ, π of a record that is alone is 1 ÷ its weight. The model is still that of
    the sample, so keys that the weights hang on belong into it; the tests of fit need equal weights.

    When to use it: for samples with keys of few to some hundred values. When not: for a whole population, or
    with interactions of keys that have more than 30 million combinations together.

    With missing key values as a value of their own, they are a category of the model. Where a missing value
    matches every value, records do not form groups, and nothing is estimated.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"sex": ["f", "m"] * 20, "age": [30] * 18 + [40] * 20 + [17, 90]})
    >>> people = sdc.Microdata(frame)
    >>> found = sdc.risk.LogLinearRisk(keys=["sex", "age"], population_size=80).assess(people, people)
    >>> found.value("sample_uniques"), round(found.value("tau_1"), 3), round(found.value("tau_2"), 3)
    (2, 1.213, 1.574)
    """

    name = "log_linear_risk"
    title = "Log-linear risk"
    source = LOG_LINEAR_SOURCE
    purpose = "Which records that are alone with their key are so in the population."
    declares = declared.DECLARES
    tables = declared.TABLES
    version = 2
    record_risk = RecordRisk("risk", "records_above")
    examples = (
        {"keys": ["zip", "school"], "population_size": 4000},
        {"model": "named", "interactions": ["age × zip"], "threshold": 0.1},
        {"missing": "wildcard", "weight": "weight"},
    )

    threshold: float = parameter(
        0.2,
        "Threshold",
        "Records with a larger risk E(1/F | f = 1) are counted; 1 is certainty.",
        FieldDisplay(unit="as a share", stops=STOPS),
        ge=0,
        le=1,
    )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked = counting.original, counting.masked
        progress.at(0.0, "Records that share a key")
        sampled = self.sampled(counting, progress)
        risks = log_linear_risks(sampled, self.threshold, progress.part(0.2, 0.9))
        progress.at(0.9, "Records at risk")
        found = to_findings(risks, self.sample_notes(sampled, original))
        return self.hiding_weights(found, original, masked)
