"""The risk of sampling in words: what the curves and the answers are."""

from dataclasses import replace

from sdcdesk.release.sampling_curves import Largest, SamplingCurve
from sdcdesk.risk.sampling.expectation import Risk
from ui.plots.curve import short_percent
from ui.widgets.numbers import count, percent, percent_against
from ui.widgets.what_is_this import Explanation

SOURCE = "Truta et al. 2004, section 3"

BOTH = "both"
"""Key of the link that counts weights in both directions."""

MANUAL = ("manual", "Manual page")

NAMES: dict[Risk, tuple[str, str]] = {
    "dr_min": ("Surely", "DR<sub>min</sub>"),
    "dr_weighted": ("Weighted", "DR<sub>W</sub>"),
    "dr_max": ("Guessing", "DR<sub>max</sub>"),
}
"""Words and symbols of the three risks."""

CARD = Explanation(
    "Risk if sampling were the only protection",
    "What an intruder could find out if a simple random sample of the original file were released, and "
    "nothing else were changed. The line is the weighted risk that is expected, the band goes from the "
    "records that are surely found to those found by guessing. These are exact expectations over all "
    "samples of that size; a single sample is a little above or below. All risks are shares of the "
    "original records.",
    links=(MANUAL,),
    source=SOURCE,
)

CURVES = Explanation(
    "Risk against the share released",
    "What an intruder could find out if a simple random sample were released: of the original file as it is, "
    "or of the file as the recipe masks it now. Lines are expected risks, computed exactly over all samples "
    "of that size, as shares of the original records. After masking, fewer records can mean more "
    "who are surely found: sampling makes people alone again.",
    links=(MANUAL,),
    source=SOURCE,
)

ANSWERS = Explanation(
    "How much could be released unmasked?",
    "The largest simple random sample whose expected risk keeps to the limit. A single sample of that size "
    "may be a little above it: leave some room, or look at the band of two standard deviations.",
    links=(MANUAL,),
    source=SOURCE,
)

LARGEST = replace(ANSWERS, title="How much could be released?")
"""The same for a file that may have been masked."""

FACTORS = Explanation(
    "At every share",
    "The expected risks of samples of every size, with the standard deviation of single samples (after "
    "masking, only where the band of two standard deviations is chosen). Divided by all original records "
    "every small sample looks safe, so the last columns divide by the released records instead: how likely "
    "a released record is found.",
    links=(MANUAL,),
    source=SOURCE,
)


def share_words(share: float) -> str:
    """Return the largest share that could be released: "4.5 %", as a whole only where it is."""
    if share in (0.0, 1.0):
        return short_percent(share)
    digits = next((digits for digits in (1, 2, 3, 4) if round(share * 100, digits) not in (0.0, 100.0)), 4)
    return percent(share, digits)


def records_words(records: int) -> str:
    """Return "227 records"."""
    return f"{count(records)} record{'' if records == 1 else 's'}"


def answer_words(label: str, found: Largest, limit: float, risk: Risk) -> str:
    """Return an answer as a sentence."""
    words, _ = NAMES[risk]
    if found.records == 0:
        return f"{label}: no sample keeps to {words.lower()} {short_percent(limit)}"
    return (
        f"{label}: {share_words(found.share)}, {records_words(found.records)} keep to {words.lower()} "
        f"{short_percent(limit)}"
    )


def answer_explained(
    label: str, curve: SamplingCurve, found: Largest, limit: float, risk: Risk
) -> Explanation:
    """Return how an answer was found."""
    words, symbol = NAMES[risk]
    paragraph = (
        f"{label}: the largest simple random sample whose expected risk is at most {short_percent(limit)} of "
        f"the {records_words(curve.n)} of the original."
    )
    if found.peak is not None:
        paragraph += (
            " Smaller samples can exceed it, for sampling makes people alone who shared a group after "
            "masking: look at the whole curve."
        )
    rows = [(f"{words} risk of all {records_words(curve.released)}", percent(curve.end(risk)))]
    if found.next_risk is not None:
        rows.append((f"Expected with {records_words(found.records)}", percent_against(found.risk, limit)))
        rows.append((f"With {records_words(found.records + 1)}", percent_against(found.next_risk, limit)))
    if found.peak is not None:
        rows.append(("Highest with fewer records", percent_against(found.peak, limit)))
    rows += [("Limit", percent(limit)), ("Largest share", share_words(found.share))]
    return Explanation(f"Largest sample, {symbol}", paragraph, tuple(rows), (MANUAL,), SOURCE)


def misfit_explained(label: str, curve: SamplingCurve) -> Explanation:
    """Return why the weights of a key set say nothing of samples."""
    paragraph = (
        f"{label}: the weights count groups that were {_counted(curve)}, but a sample can hold other records "
        "too: those would have no weight, and the risk would look too small. Weights for both directions "
        "give them one; the band from surely to guessing needs no weights."
    )
    return Explanation(
        "Weights do not fit",
        paragraph,
        (),
        ((BOTH, "Use both directions"), MANUAL),
        "Truta et al. 2004, 2006",
    )


def failed_explained(label: str, why: str) -> Explanation:
    """Return why a key set cannot be computed."""
    return Explanation("Cannot be computed", f"{label}: {why}", (), (MANUAL,), SOURCE)


def _counted(curve: SamplingCurve) -> str:
    words = {"merging": "merged only", "sampling": "sampled only"}
    return words.get(curve.weights.structure, curve.weights.structure)
