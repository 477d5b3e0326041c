"""Group size text: records stand in groups, or are compatible where a missing value matches all.

A wanted size counts nobody: as a number, and not a count, it stands in documents however small it is.
"""

from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk


def too_few(both: AnonymityAndRisk) -> Sentence:
    """Return the phrase for records below the wanted k.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Sentence
        A phrase that follows "records".
    """
    if both.missing == "wildcard":
        return sentence("compatible with fewer than {k} records", k=float(both.wanted))
    return sentence("in groups below {k}", k=float(both.wanted))


def enough(both: AnonymityAndRisk) -> Sentence:
    """Return the phrase for all other records.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Sentence
        A phrase that follows "records".
    """
    if both.missing == "wildcard":
        return sentence("compatible with {k} records or more", k=float(both.wanted))
    return sentence("in groups of {k} or more", k=float(both.wanted))


def of_size(both: AnonymityAndRisk, size: int | str) -> Sentence:
    """Return the phrase for records in groups of a size.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.
    size
        The size, or a text that stands for several.

    Returns
    -------
    Sentence
        A phrase that follows "records".
    """
    where = "compatible with {size}" if both.missing == "wildcard" else "in groups of {size}"
    return sentence(where, size=size)
