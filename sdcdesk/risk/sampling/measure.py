"""Disclosure risk as a function of the sampling factor."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Self

import numpy as np
from pydantic import field_validator, model_validator

from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.frequencies import Frequencies, RecordSizes
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.counting import Codes, Groups
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.comparison import compared as compared_sizes
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.sampling.curve import Curve
from sdcdesk.risk.sampling.curve_findings import TABLES
from sdcdesk.risk.sampling.designs import Chosen, Designs, Population, find_designs
from sdcdesk.risk.sampling.designs_findings import DESIGNS
from sdcdesk.risk.sampling.deviation import Deviations, deviations, never_grown
from sdcdesk.risk.sampling.expectation import Risk, expected, sample_size
from sdcdesk.risk.sampling.files_findings import BOTH
from sdcdesk.risk.sampling.findings import DECLARES, Sampled, to_findings
from sdcdesk.risk.sampling.inverse import largest
from sdcdesk.risk.sampling.largest_findings import LIMITS, Largest
from sdcdesk.risk.sampling.possible import require_place
from sdcdesk.risk.sampling.simulation import counted, simulated
from sdcdesk.risk.weights.matrix import WeightMatrix

_NONE = np.empty(0, dtype=np.int64)


class SamplingRisk(KeyMeasure):
    """What the disclosure risk would be if only a random part of the masked file were released.

    For every sampling factor the three disclosure risks are given that are to be expected of a simple random
    sample without replacement of the n′ masked records, all records drawn with the same probability. They
    are calculated, not simulated. Where masked and original file are the same, sampling is the only
    protection, as in the source; any other masking may have come first.

    A factor is asked for in percent. The sample has t = ⌊p·n′/100 + ½⌋ records, and t/n′ is the
    factor that is reached; both are reported. All risks are divided by n, the number of initial records; the
    same per released record (÷ t) stands beside, for divided by n every small sample looks safe.

    When to use it: before sampling, to see what a factor brings and which factor keeps to a limit. When not:
    to judge the one sample that was drawn, which has its own disclosure risk. The curves are of simple random
    samples (where a step of the recipe draws another, a note says so); how samples of households, strata or
    with unequal probabilities differ from them shows the table `designs`.

    How it is calculated. A record that is one of a in its group of the masked file, and was one of j in the
    initial file, is drawn with probability t/n′; then the number of the other a − 1 that are drawn is
    hypergeometric (n′ − 1 records, a − 1 marked, t − 1 drawn). With N_aj such records,

    - E[c_ij] = Σ_a N_aj (t/n′) P(i − 1 of the others)
    - E[DR_W] = (1/(n w_11)) Σ w_ij E[c_ij] / max(i, j), and so for DR_min and DR_max

    If no group has grown before, E[DR_min] = (t/n′)·c_11/n and E[DR_max] = (t/n′)·Σ (1/F_r)/n, with c_11 and
    F_r of the masked records. The source simulates, and finds curves that are "almost linear": for DR_min and
    DR_max they are exactly linear, and for DR_W in general they are not. After records were merged into
    larger groups no curve need be a line, and DR_min and DR_W may even fall as the sample grows, because more
    records hide each other.

    The standard deviations of DR_min and DR_max say how far a single sample lies from what is
    expected. They are exact too. Where a missing value matches every value and records have become compatible
    with more records than before, records do not form groups and the deviations are not defined.

    For each limit that is set, the largest sample is found whose expected risk keeps to it; a risk that
    exceeds it by no more than 10⁻¹² of it counts as equal. Since some curves fall, a smaller sample may
    exceed a limit that a larger one keeps: look at the curve. About half of all samples have a risk above the
    expected one, so leave room, as wide as a few standard deviations.

    Weights whose structure has no place for some records of samples leave DR_W undefined, with the reason;
    the other two risks do not depend on them.

    The table `designs` has, for every factor, Σ π_r/F_r ÷ n, π_r being the probability that record r is
    drawn: what is expected of DR_max where no group has grown, and else an upper bound of it. The designs
    are those of the masking methods, each with its own rounding:

    - *simple*: π_r = t/n′.
    - *stratified*: π_r = t_h/n_h, in proportion to the strata by largest remainders. A stratum of one record
      is drawn surely or not at all; records without a value form a stratum.
    - *proportional*: π_r = t·x_r/Σx with the sizes x of the masked file, at most 1: where it would be more
      the record is certain, and the others share the rest. A record of size 0 is never drawn; where t
      exceeds the records with a size there is no such sample. With a missing or negative size the design is
      left out.
    - *households*: π_r = m/M for m = ⌊p·M/100 + ½⌋ of M households; a record without a household number is
      a household of its own.

    A design for which the file has no variables is left out, and a note says so. Where all π are equal, the
    risk is that of simple samples of the same share. Records must be in memory.

    Where the masked file has other groups than the original, the table `files` has DR_min and DR_max of
    samples of both beside each other. More files than these two are compared as alternatives.

    With replicates, samples are drawn too, and the curve gets mean, extremes and quantiles (5 % and
    95 %) of their risks. The samples of one replicate lie within each other.

    Examples
    --------
    The ten people of Truta 2004, with its weights W4:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "sex": list("MMMFFFMFMM")})
    >>> people = sdc.Microdata(frame)
    >>> weights = sdc.risk.TRUTA_2004["W4"]
    >>> keys = ["age", "sex"]
    >>> risk = sdc.risk.SamplingRisk(keys=keys, weights=weights, factors=[10, 50], limit_weighted=0.2)
    >>> found = risk.assess(people, people)
    >>> found.table("curve")[["t", "dr_min", "dr_weighted", "dr_max"]].round(6).to_dict("list")
    {'t': [1, 5], 'dr_min': [0.03, 0.15], 'dr_weighted': [0.036667, 0.221296], 'dr_max': [0.06, 0.3]}
    >>> found.value("largest_t_dr_weighted")
    4
    """

    name = "sampling_risk"
    title = "Risk by sampling"
    source = (
        "Truta, Fotouhi and Barth-Jones 2004, section 3 (there by simulation); the exact expectations and "
        "deviations, and their extension to files that were masked before, are of this program"
    )
    purpose = "What the risk would be if only a random part of the records were released."
    is_counted = True
    counted_unless = (
        "{title} needs the records in memory for samples that are drawn, and not for the expected curve."
    )
    declares = DECLARES
    tables = (*TABLES, DESIGNS, BOTH, LIMITS)
    needs_original = (
        "It rests on the sizes of the groups in the original, which are not known of a released file alone."
    )
    examples = (
        {},
        {
            "keys": ["age", "zip"],
            "factors": [0, 12.5, 99],
            "limit_minimal": 0.01,
            "limit_maximal": 0.9,
            "replicates": 2,
            "seed": 5,
            "weights": {"structure": "general", "block": [[1.0]], "tail": 0.0, "title": "Minimal"},
        },
        {"missing": "wildcard", "limit_weighted": 0.05, "replicates": 2},
        {"stratified_by": ["zip"], "size": "weight", "households": "bonus"},
    )

    weights: WeightMatrix = parameter(
        WeightMatrix.maximal(),
        "Weights",
        "How much a record counts, by the size of its group in the sample and in the initial file. Left out: "
        "all alike.",
    )
    factors: tuple[float, ...] = parameter(
        tuple(float(percentage) for percentage in range(5, 101, 5)),
        "Sampling factors",
        "Records of the sample in % of the masked records, ascending: 5 is five of a hundred.",
        FieldDisplay(unit="%"),
        min_length=1,
    )
    limit_minimal: float | None = parameter(
        None,
        "Limit of the minimal risk",
        "Largest accepted expected DR_min; 1 is certainty.",
        FieldDisplay(unit="as a share"),
        ge=0,
        le=1,
    )
    limit_weighted: float | None = parameter(
        None,
        "Limit of the weighted risk",
        "Largest accepted expected DR_W; 1 is certainty.",
        FieldDisplay(unit="as a share"),
        ge=0,
        le=1,
    )
    limit_maximal: float | None = parameter(
        None,
        "Limit of the maximal risk",
        "Largest accepted expected DR_max; 1 is certainty.",
        FieldDisplay(unit="as a share"),
        ge=0,
        le=1,
    )
    replicates: int = parameter(
        0,
        "Replicates",
        "How often samples of all sizes are drawn, beside the calculation; 0 draws none.",
        FieldDisplay(more=True),
        ge=0,
        le=1000,
    )
    seed: int = parameter(
        0,
        "Seed",
        "Of the random numbers that draw the samples; of no effect, and refused, without replicates.",
        FieldDisplay(more=True),
        ge=0,
        le=LARGEST_SEED,
    )

    stratified_by: tuple[str, ...] = parameter(
        (),
        "Strata",
        "The variables that form the strata of stratified samples; none named: all with the role stratum.",
        FieldDisplay(more=True, empty="all with the role stratum"),
        accepts=KEY_LIKE,
    )
    size: str | None = parameter(
        None,
        "Measure of size",
        "The variable that says how large a unit is, for samples proportional to size; none named: no such "
        "samples.",
        FieldDisplay(more=True, empty="none"),
        accepts=CONTINUOUS,
    )
    households: str | None = parameter(
        None,
        "Household",
        "The variable whose values are equal for members of one household, for samples of households; none "
        "named: the one with the role household.",
        FieldDisplay(more=True, empty="the one with the role household"),
        accepts=KEY_LIKE,
    )

    @field_validator("factors")
    @classmethod
    def _ascending(cls, factors: tuple[float, ...]) -> tuple[float, ...]:
        if any(not 0 <= percentage <= 100 for percentage in factors):
            raise ValueError("must be percentages between 0 and 100")
        if any(low >= high for low, high in pairwise(factors)):
            raise ValueError("must ascend, each percentage once")
        return factors

    @model_validator(mode="after")
    def _weights_follow_the_rules(self) -> Self:
        self.weights.require_admissible()
        return self

    def applies(self, parameter: str) -> bool:
        """Return whether a parameter has an effect: the seed only where samples are drawn."""
        return super().applies(parameter) and (parameter != "seed" or self.replicates > 0)

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        compared = compared_sizes(counting, progress.part(0.0, 0.3))
        each, matrix = compared.by_record, compared.matrix
        weights_fault = _weights_fault(matrix, self.weights)
        # DR_min and DR_max do not depend on the weights, so they stand where these do not fit.
        weights = WeightMatrix.maximal() if weights_fault else self.weights
        drawn = [sample_size(percentage, matrix.t) for percentage in self.factors]
        curve = Curve(
            percentages=self.factors,
            matrix=matrix,
            expected=expected(matrix, weights, drawn, progress.part(0.3, 0.4)),
            deviations=_deviations(matrix, each, drawn, progress.part(0.4, 0.6)),
            simulated=self._simulated(counting, compared, weights, drawn, progress.part(0.7, 1.0)),
            weighted=not weights_fault,
        )
        answers = self._largest(matrix, weights, progress.part(0.6, 0.65), weighted=not weights_fault)
        unmasked = self._unmasked(compared, progress.part(0.65, 0.7))
        steps = counting.masked.steps
        designs = tuple(dict.fromkeys(steps.designs)) if steps else ()
        by_design = self._by_design(counting, compared, progress)
        sampled = Sampled(compared, weights, weights_fault, curve, answers, unmasked, designs, by_design)
        return to_findings(sampled, self.key_notes(counting.keys, counting.masked))

    def _unmasked(self, compared: Comparison, progress: Progress) -> Curve | None:
        """Return the curve of the original as it is; None where the masked file has the same groups."""
        each = compared.by_record
        if each is None or (
            np.array_equal(each.now, each.initial) and np.array_equal(each.before, each.initial)
        ):
            return None
        before, n = compared.before, compared.matrix.n
        matrix = ClassificationMatrix(before.sizes, before.sizes, before.records, n, n)
        weights_fault = _weights_fault(matrix, self.weights)
        drawn = [sample_size(percentage, matrix.t) for percentage in self.factors]
        return Curve(
            percentages=self.factors,
            matrix=matrix,
            expected=expected(
                matrix, WeightMatrix.maximal() if weights_fault else self.weights, drawn, progress
            ),
            deviations=_deviations(matrix, None, drawn, progress),
            simulated=None,
            weighted=not weights_fault,
        )

    def _by_design(self, counting: Counting, compared: Comparison, progress: Progress) -> Designs | None:
        """Return the expected maximal risks of all designs; None where records are not in memory."""
        each = compared.by_record
        if each is None:
            for name in ("stratified_by", "size", "households"):
                if getattr(self, name):
                    words = "the designs need the records in memory; name no variable for them."
                    raise DataError(sentence(words), name, title=self.title)
            return None
        exact = compared.unmerged and never_grown(compared.matrix)
        return find_designs(
            Population(counting.masked, each.before, compared.matrix.n),
            self.factors,
            Chosen(self.stratified_by, self.size, self.households),
            Bound.EXACT if exact else Bound.AT_MOST,
            progress.part(0.7, 0.7),
        )

    def _simulated(
        self,
        counting: Counting,
        compared: Comparison,
        weights: WeightMatrix,
        drawn: list[int],
        progress: Progress,
    ) -> np.ndarray | None:
        if not self.replicates:
            return None
        masked, each = counting.masked, compared.by_record
        if each is None:
            words = "samples can be drawn of records in memory only; ask for no replicates."
            raise DataError(sentence(words), "replicates", title=self.title)
        # In the order of the initial file, so that the order of the masked one does not matter.
        order = np.argsort(masked.rows)
        keys = [Codes(key.values[order], key.size) for key in key_codes(masked, counting.keys)]
        groups = each.groups
        after = Frequencies(each.now[order] if groups is None else Groups(groups.labels[order], groups.sizes))
        return simulated(
            counted(keys, after),
            each.before[order],
            compared.matrix.n,
            weights,
            drawn,
            self.replicates,
            self.seed,
            progress,
        )

    def _largest(
        self, matrix: ClassificationMatrix, weights: WeightMatrix, progress: Progress, *, weighted: bool
    ) -> tuple[Largest, ...]:
        """Find the largest sample for each limit that is set."""
        limits: dict[Risk, float | None] = {
            "dr_min": self.limit_minimal,
            "dr_weighted": self.limit_weighted,
            "dr_max": self.limit_maximal,
        }
        answers = []
        for (risk, limit), part in progress.over(list(limits.items()), "Largest samples"):
            if limit is None or (risk == "dr_weighted" and not weighted):
                answers.append(Largest(risk, limit))
                continue
            t = largest(matrix, weights, risk, limit, part)
            both = getattr(expected(matrix, weights, [t, min(t + 1, matrix.t)], part), risk).tolist()
            answers.append(Largest(risk, limit, t, both[0], both[1] if t < matrix.t else None))
        return tuple(answers)


def _deviations(
    matrix: ClassificationMatrix, each: RecordSizes | None, drawn: Sequence[int], progress: Progress
) -> Deviations:
    """Return the deviations; which records are in which group matters only where groups have grown."""
    if each is None:
        return deviations(matrix, None, _NONE, drawn, progress)
    return deviations(matrix, each.groups, each.before, drawn, progress)


def _weights_fault(matrix: ClassificationMatrix, weights: WeightMatrix) -> str:
    """Return why the weights have no place for some records of samples; empty where they have."""
    try:
        require_place(matrix, weights)
    except DataError as error:
        return error.message
    return ""
