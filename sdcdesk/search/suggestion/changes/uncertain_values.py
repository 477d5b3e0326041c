"""Uncertain values: what is said of steps that give records other values at random."""

from sdcdesk.core.text.sentence import Sentence, joined, sentence
from sdcdesk.search.suggestion.changes.change import TriedStep


def uncertain_values(step: TriedStep) -> Sentence:
    """Return how many values are no longer those that somebody may know.

    Parameters
    ----------
    step
        A step that was tried.

    Returns
    -------
    Sentence
        Over all variables that it touched.
    """
    found = step.changes.variables
    return sentence(
        "{names}: {n} of {all} values has changed, so that nobody can rely on what they know.",
        "{names}: {n} of {all} values have changed, so that nobody can rely on what they know.",
        "n",
        names=joined(step.slot.variables),
        n=sum(one.changed for one in found),
        all=sum(one.values for one in found),
    )
