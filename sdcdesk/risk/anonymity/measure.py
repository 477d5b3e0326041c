"""Measure of k-anonymity: how many released records share each key."""

from collections.abc import Callable
from dataclasses import replace
from typing import Self

from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.anonymity.combinations_of_keys import key_set_groups
from sdcdesk.risk.anonymity.findings import COMPARING, DECLARES, to_findings
from sdcdesk.risk.anonymity.group_findings import combinations_section
from sdcdesk.risk.anonymity.tables import TABLES
from sdcdesk.risk.anonymity.weighted_risk import compare_anonymity
from sdcdesk.risk.disclosure.measure import DisclosureRisk
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.weights.matrix import WeightMatrix


class KAnonymity(KeyMeasure):
    """Smallest number of released records that share a key, and the records in groups that are too small.

    A masked file is k-anonymous if every released record shares its values of the key variables with at least
    k records, itself included. Only the masked file counts.

    When to use it: for keys that were recoded, microaggregated or suppressed; it is easily explained, and a
    common requirement. When not: alone, for it says nothing of how small the groups were before, nor of
    groups whose members all have the same confidential value; and for samples, where a record may be unique
    in the release and common outside. So what k does not say stands beside it, with the disclosure risk of
    the same files.

    k-anonymity is one case of the weighted risk: with full weight on released groups of 1 to k − 1 and none
    on larger ones, DR_W is 0 exactly if the file is k-anonymous. (The paper gives weight to the first k rows,
    which is one too many.) This holds where groups only grow, as by recoding; the structure merging is made
    for that.

    The paper's example: eight people, each alone by age and sex, and their ages replaced by the means of two,
    four or eight neighbours. Every masked file has a group of two and none smaller, so k is 2 in all; the
    risks know that the other groups are larger, and differ.

    With missing values as a value of their own, groups of equal keys are counted; where a missing value
    matches every value, the records compatible with each record.

    Whoever knows only some of the keys sees larger groups. Where it is asked for, every combination of a few
    keys is listed with its smallest group and its records in groups below k: the unsafe combinations of a
    file whose intruders know two or three variables at once. Local suppression and recoding make them safe.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 30, 50, 50, 50], "sex": list("FFMMF")}))
    >>> found = sdc.risk.KAnonymity(keys=["age", "sex"], k=2).assess(people, people)
    >>> found.value("k"), found.value("records_below_k")
    (1, 1)
    """

    name = "k_anonymity"
    title = "k-anonymity"
    source = "Samarati 2001; Sweeney 2002; Truta, Fotouhi and Barth-Jones 2006, section 3"
    purpose = "Whether everyone released looks like enough others, and what that misses."
    is_counted = True
    declares = DECLARES
    tables = TABLES
    version = 3
    needs_original = "It compares with the groups before masking, which are not known without the original."
    examples = (
        {},
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "k": 7,
            "subsets": 2,
            "weights": {"structure": "general", "block": [[1.0]], "tail": 0.0, "title": "Minimal"},
        },
    )

    k: int = parameter(
        3,
        "Wanted group size k",
        "Released groups with fewer records violate k-anonymity.",
        FieldDisplay(unit="records"),
        ge=2,
    )

    weights: WeightMatrix = parameter(
        WeightMatrix.maximal(),
        "Weights",
        "Weights of the weighted risk that k is compared with. Left out: all records count alike.",
        FieldDisplay(more=True),
    )

    subsets: int = parameter(
        0,
        "Fewer keys",
        "Also tells the groups by every combination of up to so many of the keys; 0: only by all of them.",
        FieldDisplay(unit="variables", more=True),
        ge=0,
        le=10,
    )

    @model_validator(mode="after")
    def _weights_follow_the_rules(self) -> Self:
        self.weights.require_admissible()
        return self

    @property
    def comparing(self) -> tuple[str, ...]:
        """Names of what needs the original: what the disclosure risk says beside k."""
        return COMPARING

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: what the disclosure risk says beside k."""
        return self.comparing

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        if self.subsets:
            words = "groups by fewer keys need the records in memory; leave subsets at 0."
            raise DataError(sentence(words), "subsets", title=self.title)
        risk = DisclosureRisk(keys=counting.keys, missing=self.missing, weights=self.weights)
        share = progress.part(0.0, 0.6)
        assessed, weights_fault = self._fitting(risk, lambda one: one.assessed_by(counting, share))
        both = compare_anonymity(assessed, self.k, progress.part(0.6, 0.7), counting)
        return to_findings(assessed, both, self.key_notes(counting.keys, counting.masked), weights_fault)

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        # What then compares a file with itself is left out.
        whole = original.with_lineage(original.lineage.as_original())
        assessed, weights_fault = self._disclosure(whole, masked, names, progress.part(0.0, 0.6))
        both = compare_anonymity(assessed, self.k, progress.part(0.6, 0.7))
        findings = to_findings(assessed, both, self.key_notes(names, masked), weights_fault)
        if not self.subsets:
            return findings
        share = progress.part(0.7, 1.0)
        some = key_set_groups(masked, names, self.subsets, self.k, self.missing, share)
        first, *others = findings.sections
        return replace(findings, sections=(first, combinations_section(some), *others))

    def _disclosure(
        self, original: Microdata, masked: Microdata, names: tuple[str, ...], progress: Progress
    ) -> tuple[Assessment, str]:
        risk = DisclosureRisk(keys=names, missing=self.missing, weights=self.weights)
        return self._fitting(risk, lambda one: one.assess(original, masked, progress))

    def _fitting(
        self, risk: DisclosureRisk, assessed: Callable[[DisclosureRisk], Assessment]
    ) -> tuple[Assessment, str]:
        """Return the disclosure risk, and why the weights do not fit, if they do not."""
        try:
            return assessed(risk), ""
        except DataError as error:
            if error.field != "weights":
                raise
            # The sizes of groups do not depend on the weights.
            return assessed(risk.changed(weights=WeightMatrix.maximal())), error.message
