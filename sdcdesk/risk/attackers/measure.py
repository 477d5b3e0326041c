"""Measure of the risks from a prosecutor, a journalist and a marketer."""

from typing import Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import weight_name, weights_not_raised
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.parameters import CONTINUOUS, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.original_counts import mark_original_counts
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.attackers.candidates import (
    Candidates,
    by_weights,
    in_original,
    in_population,
    prosecutor,
)
from sdcdesk.risk.attackers.findings import DECLARES, JOURNALIST, MARKETER, TABLES, to_findings
from sdcdesk.risk.disclosure.comparison import Comparison, compared
from sdcdesk.risk.hidden_weights import following_weights, with_weights_hidden
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_estimate import population_estimate
from sdcdesk.risk.population_file.population import Holds, Start, SuppliedPopulation
from sdcdesk.risk.population_file.population_measure import (
    COUNT_HELP,
    HOLDS,
    START_HELP,
    STARTS,
    matched_population,
    population_notes,
)
from sdcdesk.risk.record_risks.threshold_curve import STOPS

POPULATIONS = {
    "original": "is the original file",
    "weights": "is estimated by sampling weights",
    "file": "is that of a population file",
}

OF_FILE = {"population": ("file",)}

ELSEWHERE = (*(one.name for one in (*JOURNALIST, MARKETER)), "journalist", "candidates")
"""What a journalist and a marketer find, who look among others than the released records."""

IN_ORIGINAL = "The population in which a journalist looks is the original file."
BY_WEIGHTS = "The population in which a journalist looks is estimated by the sampling weights."

BOUND = {
    "original": (
        "Released keys are not known to be a function of the initial ones, so the risks are upper bounds: "
        "the journalist looks among those who share the released or the initial key, whichever are more."
    ),
    "weights": (
        "Released keys are not known to be a function of the initial ones, so the risks of a prosecutor are "
        "upper bounds."
    ),
    "file": (
        "Released keys are not known to be a function of the initial ones, so the risks are upper bounds: "
        "the right person need not be among those who have the released key."
    ),
}
"""What is said where a released key may be another than the person's."""


class AttackerRisks(KeyMeasure):
    """Chance of a right link for three attackers, who differ in what they know of the population.

    All three know the key variables. The chance to be right about a record is 1 ÷ the number of people who
    look alike.

    - A *prosecutor* knows that a certain person was released, and looks among the f released records with
      the same key: 1/f. The mean over the released records is the number of groups divided by them.
    - A *journalist* wants to find anybody, to prove that it can be done, and looks among the F people of the
      population with the key of a released record: 1/F.
    - A *marketer* links every released record to somebody and is content to be right about many: the sum of
      1/F over the released records, divided by them.

    When to use it: where it matters whether an intruder knows who took part; the three answers are what
    health data are usually judged by. When not: for the risk of one record in a sample, where the individual
    risk takes into account that F is not known; and for released values that were changed at random, where
    record linkage says more.

    F is counted in the original or in a population file, as k-map does, or estimated as the sum of the
    weights of the released records with the same key. Where a population file holds published tables, F is an
    estimate too, and never below the released records with the key. In the original, the people with the key
    of a record are those whose initial key the masking would have recoded to it, left-out ones included.
    Where that is not known, because values were changed in another way, they are at least as many as share
    the released or the initial key, whichever are more, and all risks are upper bounds. So are those by a
    population file: the right person may not be among the people who have the released key.

    With missing key values as a value of their own, records with equal keys are counted; where a missing
    value matches every value, the records compatible with each, and the sum of 1/f stands for the groups.

    Examples
    --------
    Five people of whom three were released:

    >>> import numpy as np
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": ["young", "young", "old", "old", "old"]}))
    >>> risks = sdc.risk.AttackerRisks(keys=["age"], threshold=0.5).assess(people, people.take(np.arange(3)))
    >>> risks.value("prosecutor_largest"), risks.value("prosecutor_above")
    (1.0, 1)
    >>> risks.value("journalist_largest"), round(risks.value("marketer"), 4)
    (0.5, 0.4444)
    """

    name = "attacker_risks"
    title = "Attackers"
    source = "El Emam and Dankar 2008; El Emam 2013"
    purpose = "What a prosecutor, a journalist and a marketer could link."
    is_counted = True
    counted_unless = "{title} needs the records in memory where they are compared with a population file."
    declares = DECLARES
    tables = TABLES
    version = 2
    needs_original = (
        "The journalist looks in the original file, which is not known; choose sampling weights or a "
        "population file for the population."
    )
    examples = (
        {},
        {"population": "weights", "weight": "weight", "missing": "wildcard", "threshold": 0.05},
        {"keys": ["school"], "population": "file", "population_file": "population.csv", "holds": "counts"},
        {
            "keys": ["school", "bonus"],
            "population": "file",
            "population_file": "margins.csv",
            "holds": "margins",
            "count": "people",
            "start": "sample",
        },
    )

    population: Literal["original", "weights", "file"] = parameter(
        "original",
        "The population",
        "Among whom a journalist looks for the person of a released record.",
        FieldDisplay(choices=POPULATIONS),
    )
    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        FieldDisplay(empty="the one with the role weight", when={"population": ("weights",)}),
        accepts=CONTINUOUS,
    )
    population_file: InputFile | None = parameter(
        None,
        "Population file",
        "A data file with the key variables of everyone in the population, with numbers of people for their "
        "combinations, or with published tables of some keys each.",
        FieldDisplay(when=OF_FILE),
    )
    holds: Holds = parameter(
        "people", "It holds", "What a row of the file is.", FieldDisplay(choices=HOLDS, when=OF_FILE)
    )
    count: str = parameter(
        "count",
        "Column of counts",
        COUNT_HELP,
        FieldDisplay(when={**OF_FILE, "holds": ("counts", "margins")}),
    )
    start: Start = parameter(
        "uniform",
        "Fitting starts",
        START_HELP,
        FieldDisplay(choices=STARTS, when={**OF_FILE, "holds": ("margins",)}, more=True),
    )
    threshold: float = parameter(
        0.2,
        "Threshold",
        "Records with a larger risk are counted; 1 is certainty.",
        FieldDisplay(unit="as a share", stops=STOPS),
        ge=0,
        le=1,
    )

    @property
    def comparing(self) -> tuple[str, ...]:
        """Names of what needs the original: nothing where the population is another."""
        return ELSEWHERE if self.population == "original" else ()

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: initial keys and weights are those of initial records."""
        return () if self.population == "file" else ELSEWHERE

    def unreleased_quantity(
        self, quantity: Quantity, original: Microdata, altered: frozenset[str]
    ) -> Quantity:
        """Return a figure with what it tells of weights, too; see `Measure.unreleased_quantity`."""
        quantity = super().unreleased_quantity(quantity, original, altered)
        return following_weights(quantity, len(original)) if self.population == "weights" else quantity

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        if self.population != "weights":
            return super()._assess_unpaired(original, masked, progress)
        # What the weights of the original would say is left out, whatever stands in its place.
        alike = self.changed(population="original", weight=None)
        return alike._assess_unpaired(original, masked, progress)

    @property
    def needs_records(self) -> bool:
        """Whether it needs the records in memory: where they are compared with a population file."""
        return self.population == "file"

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked = counting.original, counting.masked
        found = compared(counting, progress.part(0.0, 0.4))
        progress.at(0.4, "People of the population")
        journalist, remarks = self._journalist(counting, found, progress.part(0.4, 0.8))
        progress.at(0.8, "Risks")
        notes = [*self.key_notes(counting.keys, masked), *remarks]
        if counting.released_records and found.candidates is None:
            notes.append(BOUND[self.population])
        findings = to_findings(prosecutor(found, masked), journalist, self.threshold, notes)
        if self.population == "original" and found.changed:
            # Risks name sizes of the original groups, and these what was blanked of a key.
            secret = original.fingerprint
            return mark_original_counts(findings, ELSEWHERE, len(masked), secret, frozenset())
        if self.population != "weights":
            return findings
        weight = weight_name(self.weight, original)
        return with_weights_hidden(findings, original, masked, weight, counted=ELSEWHERE)

    def _journalist(
        self, counting: Counting, found: Comparison, progress: Progress
    ) -> tuple[Candidates, tuple[str, ...]]:
        """Return among whom a journalist looks, and what is said of them."""
        original, masked = counting.original, counting.masked
        if self.population == "original":
            return in_original(found, masked), () if original.is_released else (IN_ORIGINAL,)
        if self.population == "weights":
            estimate = population_estimate(counting, weight_name(self.weight, original), progress)
            not_raised = weights_not_raised(counting.initial_records - counting.released_records)
            return by_weights(estimate, masked), (BY_WEIGHTS, *not_raised)
        if self.population_file is None:
            raise DataError(
                sentence("{title} needs a population file; choose one.", title=self.title), "population_file"
            )
        supplied = SuppliedPopulation(self.population_file, self.holds, self.count, self.start)
        population, people = matched_population(
            supplied, original, masked, counting.keys, self.missing, progress
        )
        notes = population_notes(population, self.start)
        return in_population(people, found, masked, estimated=population.estimated), notes
