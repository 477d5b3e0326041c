"""Measure of the population uniques: what several models say of how many people are alone with their key."""

import math
from collections.abc import Sequence

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.data_intrusion import data_intrusion
from sdcdesk.risk.declared import INTRUSION
from sdcdesk.risk.population_uniques import uniques_findings as declared
from sdcdesk.risk.population_uniques.dirichlet_multinomial import dirichlet_multinomial
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.log_linear import LogLinear, log_linear
from sdcdesk.risk.population_uniques.log_normal import log_normal
from sdcdesk.risk.population_uniques.pitman import pitman
from sdcdesk.risk.population_uniques.poisson_gamma import poisson_gamma
from sdcdesk.risk.population_uniques.sample import Sample
from sdcdesk.risk.population_uniques.sample_measure import Sampled, SampleMeasure
from sdcdesk.risk.population_uniques.slide_negative_binomial import slide_negative_binomial
from sdcdesk.risk.population_uniques.uniques_findings import SIDE_BY_SIDE, to_findings
from sdcdesk.risk.population_uniques.zayatz import zayatz


class PopulationUniques(SampleMeasure):
    """People who are alone with their key in the population, as several models estimate them from a sample.

    The file is a sample, and an intruder knows the keys of somebody. Only who is alone with these keys in
    the *population* is surely found by them; to be alone in the sample is not enough. How many are is not
    known, and models that fit the same sample answer differently, so they stand side by side:

    - *Zayatz*: groups of the population are as large as those of the sample. Too high for small samples.
    - *Pitman*: keys turn up by the Pitman sampling formula, fitted by maximum likelihood; for keys of which
      many are rare. Not identifiable where groups are rather even in size.
    - *Slide negative binomial*: people beyond the first of each key are negative binomial, with as many
      groups of one and of two records as there are.
    - *Poisson–gamma*: each possible combination of key values has a gamma distributed mean. All
      combinations of values that occur count as possible, too many where keys exclude one another.
    - *Poisson log-normal*: the same with log-normal means, for keys of which a few are very common.
    - *Dirichlet-multinomial*: the Poisson–gamma model with the number of people given; the two differ where
      there are few people or few possible combinations.
    - *Log-linear*: the expected number of people of each combination follows a log-linear model of the keys,
      so that likely combinations tell more than unlikely ones; the log-linear risk shows its fit.
    - The *rule* of Dankar and others takes Pitman's up to a sampling fraction of 10 %, and Zayatz's where
      that one fails; beyond, the smaller one of Zayatz's and of the slide negative binomial.

    All are estimates of people, and are shown as shares of the population: as likely is a released record
    alone in it. Beside them stands the data intrusion factor, the chance that a match with a record that is
    alone in the sample is right. An estimator that has nothing to go by, or does not converge, says so; its
    estimate is never 0 for that reason. None has a standard error or an interval, as the definitions used
    here give none; how far the models lie apart is a sign of how sure they are. Where all people of the
    population are in the file, they are counted.

    When to use it: for the whole file, to judge whether being alone in the sample means anything. When not:
    for a census or a register, where the disclosure risk counts. Where weights differ, only the log-linear
    model uses them; the others take everybody for as likely to be drawn. Of a released file alone, the
    population is as large as its own weights say.

    With missing key values as a value of their own, groups are counted with them. Where a missing value
    matches every value, records do not form groups, and nothing is estimated.

    Examples
    --------
    Ten people of a hundred; six of them are alone with their age:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [16, 17, 18, 19, 20, 21, 30, 30, 40, 40]}))
    >>> found = sdc.risk.PopulationUniques(keys=["age"], population_size=100).assess(people, people)
    >>> found.value("sample_uniques"), round(found.value("zayatz"), 3), round(found.value("intrusion"), 3)
    (6, 0.374, 0.143)
    >>> found.value("pitman") is None
    True
    """

    name = "population_uniques"
    title = "Population uniques"
    source = "Zayatz 1991; Chen and Keller-McNulty 1998; Hoshino 2001; Takemura 1999; Skinner and Shlomo 2008"
    purpose = "How many people are alone with their key in the population, by several models."
    declares = (
        declared.UNIQUES,
        declared.FRACTION,
        declared.BY_RULE,
        *declared.ESTIMATORS,
        INTRUSION,
    )
    is_counted = True
    counted_unless = (
        "The log-linear model of {title} needs the records in memory, and is left undefined without them."
    )
    tables = (SIDE_BY_SIDE,)
    version = 3
    examples = (
        {"population_size": 4000},
        {"missing": "wildcard", "weight": "weight"},
        {"keys": ["age", "zip", "school"], "model": "two_way"},
        {"keys": ["age", "zip"], "model": "named", "interactions": ["age × zip"]},
    )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked = counting.original, counting.masked
        progress.at(0.0, "Records that share a key")
        sampled = self.sampled(counting, progress)
        progress.at(0.3, "Estimates")
        estimates = _estimates(sampled, progress.part(0.3, 1.0))
        fraction = sampled.sample.fraction if isinstance(sampled.sample, Sample) else None
        intrusion = data_intrusion(sampled.sizes, fraction)
        found = to_findings(sampled, estimates, intrusion, self.sample_notes(sampled, original))
        return self.hiding_weights(found, original, masked)


def _estimates(sampled: Sampled, progress: Progress) -> dict[str, Estimate | Reason]:
    """Return what each model says, by its name."""
    if isinstance(sampled.grouped, Reason):
        return {each.name: sampled.grouped for each in declared.ESTIMATORS}
    sample, cells = sampled.grouped.sample, sampled.grouped.cells
    if sample.records and sample.whole:
        return {each.name: Estimate.counted(sample) for each in declared.ESTIMATORS}
    estimates: dict[str, Estimate | Reason] = {"zayatz": zayatz(sample)}
    progress.at(0.0, "Pitman model")
    estimates["pitman"] = pitman(sample)
    progress.at(0.3, "Negative binomial models")
    estimates["snb"] = slide_negative_binomial(sample)
    keys = _possible_keys(sampled.grouped.values)
    estimates["poisson_gamma"] = poisson_gamma(sample, keys)
    estimates["log_normal"] = log_normal(sample, keys)
    estimates["dirichlet_multinomial"] = dirichlet_multinomial(sample, keys)
    if cells is None:
        return estimates | {"log_linear": NEEDS_RECORDS}
    fitted = log_linear(sample, cells, sampled.terms, progress.part(0.4, 1.0))
    estimates["log_linear"] = fitted.estimate if isinstance(fitted, LogLinear) else fitted
    return estimates


MOST_KEYS = 1e280
"""More possible keys than that are taken as so many, which changes nothing."""


def _possible_keys(values: Sequence[int]) -> float:
    """Return the number of combinations of key values that occur, K."""
    sizes = [max(size, 1) for size in values]
    return math.prod(map(float, sizes)) if sum(map(math.log10, sizes)) < 280 else MOST_KEYS


NEEDS_RECORDS = Reason(
    Why.NOT_APPLICABLE,
    "The log-linear model needs the key values of all groups in memory; leave the engine out.",
)
