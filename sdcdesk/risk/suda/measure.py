"""Measure of SUDA: special uniques of the masked file, their scores, and DIS-SUDA."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Quantity, Reason, Why
from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.kernels.minimal_uniques import count_sets
from sdcdesk.risk.data_intrusion import NO_FRACTION, data_intrusion, sampling_fraction
from sdcdesk.risk.hidden_weights import weights_are_hidden
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.findings import DECLARES, TABLES, to_findings
from sdcdesk.risk.suda.scores import Scaling, suda_scores

MOST_SETS = 20_000
"""Sets of key variables that are counted at most."""

MOST_KEYS = 100
"""Keys up to which (m − 1)! of every set can be summed."""

SCALINGS = {"factorial": "all keys: (m − k)!", "product": "largest set: Π (m − i) up to M − 1"}

SET_NOTES = {
    "category": "A missing key value can be part of a minimal unique set.",
    "wildcard": "A missing key value is skipped: it is part of no minimal unique set.",
}


MANY_KEYS = Reason(Why.NOT_APPLICABLE, "The formula spreads the factor for fewer than 28 keys only.")
NO_SETS = Reason(Why.TOO_FEW, "No released record has a minimal unique set.")


def dis_suda(score: np.ndarray, keys: int, factor: Quantity) -> np.ndarray | Reason:
    """Spread the data intrusion factor over the records by their scores.

    The odds against a record, 1/D − 1, fall with its score s as s^−Q, Q = 1 + (8 − m)/20, so that the
    harmonic mean of D over the records with a score is θ̂.

    Parameters
    ----------
    score
        float64 (t,), SUDA scores.
    keys
        Number of key variables, m.
    factor
        θ̂.

    Returns
    -------
    np.ndarray or Reason
        float64 (t,), 0…1, and 0 for a record without a score; or why it is not defined.
    """
    if factor.value is None:
        return factor.reason or NO_FRACTION
    power = 1 + (8 - keys) / 20
    scored = score > 0
    if power <= 0 or not scored.any():
        return NO_SETS if power > 0 else MANY_KEYS
    # In parts of the largest score, so that no power overflows.
    relative = (score[scored] / score.max()) ** -power
    against = np.count_nonzero(scored) * (1 / factor.value - 1) / np.sort(relative).sum()
    spread = np.zeros(len(score))
    spread[scored] = 1 / (1 + against * relative)
    return spread


class Suda(KeyMeasure):
    """Special uniques: released records that few of their key values tell apart from all others.

    A *minimal sample unique* of a record is a set of key variables whose values only this record has, while
    it shares those of every part of the set with others. The fewer variables such a set has, and the more of
    them a record has, the more it stands out, and the more likely it stands out in the population too.

    - All minimal unique sets of at most M key variables are found, and a record's score sums over all of
      its own: for a set of k among m keys (m − k)!, the number of paths to it through the larger sets
      that hold it; or, with only sets of up to M keys in mind, Π (m − i) for i = k … M − 1. Both are the
      same for M = m. A record without such a set has the score 0.
    - The contribution of a variable, or of one of its values, is what the sets that hold it add to the
      scores, divided by all scores.
    - The data intrusion factor θ = π f₁/(π f₁ + 2(1 − π) f₂) estimates how likely a match of unique records
      is right, from the sampling fraction π, the f₁ records that are alone with all keys, and the f₂ groups
      of two. Without any group of two it is not estimable.
    - DIS-SUDA spreads θ over the records: their odds of a wrong match fall with the score s as s^−Q,
      Q = 1 + (8 − m)/20, so that the harmonic mean over the records with a score is θ. The exponent is that
      of the SUDA program, tuned by experiments, and ends at 28 keys.

    When to use it: to find the records in a sample that are odd whichever keys an intruder knows, and the
    variables to coarsen. When not: as a probability, for scores only order records, and those of files with
    other numbers of keys mean something else; for a risk with weights the individual risk is made.

    With missing key values as a value of their own, they are part of sets like others. Where a missing value
    matches every value, it is skipped: no set of a record holds it, and others are told apart from that
    record by its present values only. Then records do not form groups, and θ is not defined.

    Examples
    --------
    Five people; the widow of 16 is told apart by two values, and nobody by one:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [16, 16, 80, 80, 16], "status": ["widowed", "single"] * 2 + ["single"]})
    >>> people = sdc.Microdata(frame)
    >>> found = sdc.risk.Suda(keys=["age", "status"]).assess(people, people)
    >>> found.record("score").tolist(), found.value("smallest_set")
    ([1.0, 0.0, 1.0, 1.0, 0.0], 2)
    """

    name = "suda"
    title = "Special uniques (SUDA)"
    source = "Elliot, Manning and Ford 2002; Manning, Haglin and Keane 2008"
    purpose = "Who is told apart by few key values, and by which."
    declares = DECLARES
    tables = TABLES
    record_risk = RecordRisk("score", "largest_score")
    needs_original = ""
    unpaired = "beside"
    version = 3
    examples = (
        {"largest": 2, "threshold": 1.0},
        {"missing": "wildcard", "scaling": "product"},
        {"keys": ["zip", "school", "bonus"], "sampling_fraction": 0.05, "scaling": "product"},
    )

    largest: int = parameter(
        3,
        "Largest set",
        "Minimal unique sets of up to so many key variables are found; where there are fewer keys, all are.",
        FieldDisplay(unit="variables"),
        ge=1,
    )
    scaling: Scaling = parameter(
        "factorial",
        "Score of a set",
        "What a set of k among m keys adds to a score: by all keys, or by the largest set M that is "
        "looked for.",
        FieldDisplay(choices=SCALINGS),
    )
    sampling_fraction: float | None = parameter(
        None,
        "Sampling fraction",
        "The share of the population that the masked file holds; 1 is all of it. Left empty: the released "
        "records divided by the sum of all weights of the original, where one variable has the role weight.",
        FieldDisplay(unit="as a share", empty="by the variable with the role weight"),
        gt=0,
        le=1,
    )
    threshold: float = parameter(
        0.0,
        "Threshold",
        "Records with a larger score are counted; 0 counts all that have a minimal unique set.",
        ge=0,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        largest = min(self.largest, len(names))
        self._require_few(len(names), largest)
        keys = key_codes(masked, names, progress)
        counting = InMemory(masked, masked, names, self.missing, progress)
        scores = suda_scores(keys, largest, self.scaling, self.missing, progress.part(0.0, 0.9))
        progress.at(0.9, "Data intrusion")
        fraction = sampling_fraction(self.sampling_fraction, original, masked)
        intrusion = data_intrusion(counting.sizes_after(progress), fraction)
        if self.sampling_fraction is None and fraction is not None and _weights_hidden(original, masked):
            intrusion = intrusion.by_weights(len(original))
        suda = AssessedSuda(
            masked=masked,
            risk=scores.score,
            threshold=self.threshold,
            keys=names,
            scores=scores,
            intrusion=intrusion,
            dis=dis_suda(scores.score, len(names), intrusion.factor),
        )
        return to_findings(suda, self._notes(names, masked, largest))

    def _require_few(self, keys: int, largest: int) -> None:
        sets = count_sets(keys, largest)
        if sets > MOST_SETS:
            words = sentence(
                "{keys} key variables have {sets} sets of up to {largest}, and at most {most} are counted; "
                "choose a smaller largest set, or fewer keys.",
                keys=keys,
                sets=sets,
                largest=largest,
                most=MOST_SETS,
            )
            raise DataError(words, "largest")
        if keys > MOST_KEYS and self.scaling == "factorial":
            words = sentence(
                "Scores by all keys are too large with {keys} key variables; let the largest set decide, or "
                "choose at most {most}.",
                keys=keys,
                most=MOST_KEYS,
            )
            raise DataError(words, "scaling")

    def _notes(self, names: tuple[str, ...], masked: Microdata, largest: int) -> tuple[str, ...]:
        notes = [*self.key_notes(names, masked), SET_NOTES[self.missing]]
        if largest < len(names):
            left = sentence(
                "Sets of more than {keys} key were not looked for.",
                "Sets of more than {keys} keys were not looked for.",
                "keys",
                keys=largest,
            )
            notes.append(left)
        return tuple(notes)


def _weights_hidden(original: Microdata, masked: Microdata) -> bool:
    """Return whether nobody gets the weights: also of an original, which stands beside another file."""
    if original.is_released:
        return False
    return masked is original or weights_are_hidden(original, masked, original.named(Role.WEIGHT)[0])
