"""Measure of the risks from a prosecutor, a journalist and a marketer."""

from typing import ClassVar, Literal

from sdcdesk.core.findings import Declared, Findings
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import CONTINUOUS
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.sampling_weights import weight_name
from sdcdesk.risk.attackers.candidates import Candidates, by_weights, in_original, prosecutor
from sdcdesk.risk.attackers.declared import DECLARES
from sdcdesk.risk.attackers.findings import found
from sdcdesk.risk.comparison import Comparison, compare
from sdcdesk.risk.key_measure import KeyMeasure
from sdcdesk.risk.population_estimate import population_estimate

POPULATIONS = {"original": "is the original file", "weights": "is estimated by sampling weights"}

NOTES = {
    "original": "The population in which a journalist looks is the original file.",
    "weights": "The population in which a journalist looks is estimated by the sampling weights.",
}

BOUND = (
    "Released keys are not known to be a function of the initial ones, so the risks are upper bounds: the "
    "journalist looks among those who share the released or the initial key, whichever are more."
)


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

    F is counted in the original, or estimated as the sum of the weights of the released records with the same
    key. In the original, the people with the key of a record are those whose initial key the masking would
    have recoded to it, left-out ones included. Where that is not known, because values were changed in
    another way, they are at least as many as share the released or the initial key, whichever are more, and
    all risks are upper bounds.

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

    name: ClassVar[str] = "attacker_risks"
    title: ClassVar[str] = "Attackers"
    source: ClassVar[str] = "El Emam and Dankar 2008; El Emam 2013"
    purpose: ClassVar[str] = "What a prosecutor, a journalist and a marketer could link."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES

    population: Literal["original", "weights"] = parameter(
        "original",
        "The population",
        "Among whom a journalist looks for the person of a released record.",
        Shown(choices=POPULATIONS),
    )
    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        Shown(empty="the one with the role weight", when={"population": ("weights",)}),
        accepts=CONTINUOUS,
    )
    threshold: float = parameter(
        0.2,
        "Threshold",
        "Records with a larger risk are counted: 0.2 is one in five.",
        Shown(unit="as a share"),
        ge=0,
        le=1,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        compared = compare(original, masked, names, self.missing, progress.part(0.0, 0.6))
        progress.at(0.6, "People of the population")
        journalist = self._journalist(original, masked, names, compared)
        progress.at(0.8, "Risks")
        notes = [*self.key_notes(names, masked), NOTES[self.population]]
        if len(masked) and compared.feasible_matches.sizes is None:
            notes.append(BOUND)
        return found(prosecutor(compared, masked), journalist, self.threshold, notes)

    def _journalist(
        self, original: Microdata, masked: Microdata, names: tuple[str, ...], compared: Comparison
    ) -> Candidates:
        if self.population == "original":
            return in_original(compared, masked)
        weight = weight_name(self.weight, original)
        return by_weights(population_estimate(original, masked, names, self.missing, weight), masked)
