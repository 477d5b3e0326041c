"""Findings of the risk by sampling: the whole file, the curve, and the largest samples."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Why, share, undefined
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.text.sentence import joined, plain, sentence
from sdcdesk.risk.declared import DR_MAX, DR_MIN, DR_WEIGHTED, NOTHING_RELEASED
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.sampling.curve import Curve
from sdcdesk.risk.sampling.curve_findings import (
    WEIGHTS_DO_NOT_FIT,
    DrawnCurve,
    curve_section,
    simulated_section,
    unmasked_section,
)
from sdcdesk.risk.sampling.designs import Designs
from sdcdesk.risk.sampling.designs_findings import designs_section
from sdcdesk.risk.sampling.deviation import never_grown
from sdcdesk.risk.sampling.expectation import RISKS, Risk
from sdcdesk.risk.sampling.files_findings import files_section
from sdcdesk.risk.sampling.largest_findings import LARGEST, Largest, largest_section
from sdcdesk.risk.weights.matrix import WeightMatrix

EXPECTATION = "Exact expectation under simple random sampling without replacement, not a simulation."

EXACTNESS = (
    "Whether 1 divided by the larger of the group sizes, in the sample and before, is the chance of a right "
    "link or an upper bound of it."
)


TITLES_OF: dict[str, str] = {
    "dr_min": "Minimal risk of all masked",
    "dr_weighted": "Weighted risk of all masked",
    "dr_max": "Maximal risk of all masked",
}


def _of_all(declared: Declared) -> Declared:
    """Return a disclosure risk as the end of its curve; limits stand on the disclosure risk itself."""
    end = "Here all masked records are released: the end of the curve."
    return replace(
        declared, title=TITLES_OF[declared.name], meaning=joined([declared.meaning, end], " "), better=""
    )


WHOLE: dict[Risk, Declared] = {
    "dr_min": _of_all(DR_MIN),
    "dr_weighted": _of_all(DR_WEIGHTED),
    "dr_max": _of_all(DR_MAX),
}

DECLARES = (*WHOLE.values(), *LARGEST)


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """What was computed.

    Attributes
    ----------
    compared
        Group sizes of both files.
    weights
        Weights of DR_W, with a place for all records of samples.
    weights_fault
        Why the weights that were asked for have none; empty where they do.
    curve
        Expected risks by sampling factor.
    largest
        The answer for each risk.
    unmasked
        Expected risks of samples of the original as it is; None where the masked file is no other.
    designs
        Titles of steps that drew the masked records in another way than simply at random.
    by_design
        Expected maximal risks of samples of several designs; None where the records are not in memory.
    """

    compared: Comparison
    weights: WeightMatrix
    weights_fault: str
    curve: Curve
    largest: Sequence[Largest]
    unmasked: Curve | None = None
    designs: tuple[str, ...] = ()
    by_design: Designs | None = None

    @property
    def exact(self) -> bool:
        """Whether 1/max(i, j) is the chance of a right link in every sample.

        An intruder can link as many initial records as the recoding made equal to the released one, however
        few of them are drawn: that is j only where nothing was merged.
        """
        return self.compared.unmerged


def to_findings(sampled: Sampled, key_notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    sampled
        What was computed.
    key_notes
        Remarks on the keys.

    Returns
    -------
    Findings
        All declared figures of the measure.
    """
    curve, exact = sampled.curve, sampled.exact
    limits = {one.risk: one.limit for one in sampled.largest if one.limit is not None}
    drawn = DrawnCurve(curve, limits, exact)
    sections = [
        _whole(sampled, key_notes),
        curve_section(drawn),
        largest_section(curve, sampled.largest, exact=exact),
    ]
    if sampled.by_design is not None:
        sections.append(designs_section(sampled.by_design))
    if sampled.unmasked is not None:
        original = DrawnCurve(sampled.unmasked, limits, exact=True)
        sections += [files_section(original, drawn), unmasked_section(original)]
    if curve.simulated is not None:
        sections.append(simulated_section(drawn))
    return Findings(sections=tuple(sections))


def _whole(sampled: Sampled, key_notes: Sequence[str]) -> Section:
    """Return the risks of the whole file, and the remarks on every sample."""
    state = State("exactness", "Exactness", "exact" if sampled.exact else "upper bound", EXACTNESS)
    return Section(
        name="whole",
        about=plain(
            "What an intruder could find out if a simple random sample of the masked records were released, "
            "instead of all of them."
        ),
        blocks=(*_risks(sampled), state),
        notes=(Note(plain(EXPECTATION)), *(Note(plain(note)) for note in key_notes), *_notes(sampled)),
    )


def _risks(sampled: Sampled) -> list[Figure]:
    matrix = sampled.compared.matrix
    sums = matrix.links_minimal(), matrix.links_weighted(sampled.weights), matrix.links_maximal()
    figures = []
    for risk, links in zip(RISKS, sums, strict=True):
        if matrix.t == 0:
            quantity = undefined(SHARE, Why.NO_RECORDS, NOTHING_RELEASED)
        elif risk == "dr_weighted" and sampled.weights_fault:
            quantity = Quantity(None, SHARE, reason=WEIGHTS_DO_NOT_FIT)
        else:
            bound = Bound.EXACT if sampled.exact or risk == "dr_min" else Bound.AT_MOST
            part = int(links) if risk == "dr_min" else links
            quantity = share(part, matrix.n, bound if links else Bound.EXACT, empty=NOTHING_RELEASED)
        figures.append(WHOLE[risk].figure(quantity, computation=_steps(links, sampled, quantity)))
    return figures


def _steps(links: Fraction, sampled: Sampled, quantity: Quantity) -> tuple[tuple[str, Quantity | str], ...]:
    if not quantity.defined:
        return ()
    matrix = sampled.compared.matrix
    return (
        ("Masked records", Quantity(matrix.t, RECORDS)),
        ("Right links that are expected", Quantity(float(links), NUMBER)),
        ("Records of the original", Quantity(matrix.n, RECORDS)),
        ("Right links ÷ records of the original", quantity),
    )


def _notes(sampled: Sampled) -> tuple[Note, ...]:
    """Return remarks on the figures beside the expectation."""
    notes = [Note(plain(_linking(exact=sampled.exact)))]
    if sampled.designs:
        words = (
            "The masked records were drawn by: {designs}. The curves are for simple random samples of these "
            "records. Another size of that step has other risks: assess what it releases."
        )
        notes.insert(0, Note(sentence(words, designs=joined(sampled.designs)), "warning"))
    if sampled.weights_fault:
        notes.append(Note(plain(sampled.weights_fault), "warning"))
    if not sampled.compared.after.grouped and not never_grown(sampled.compared.matrix):
        words = (
            "The standard deviations are not defined: a missing key value matches every value, and records "
            "are compatible with more records than in the initial file, so they do not form groups."
        )
        notes.append(Note(plain(words)))
    return tuple(notes)


def _linking(*, exact: bool) -> str:
    if exact:
        return (
            "The risks of every sample are exact for an intruder who uses the key values only and links "
            "one-to-one."
        )
    return (
        "DR_W and DR_max of a sample are upper bounds for an intruder who uses the key values only and links "
        "one-to-one: the keys were changed before, so that a right link can be less likely than 1/max(i, j). "
        "DR_min bounds nothing from below."
    )
