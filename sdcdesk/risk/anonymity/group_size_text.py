"""Group size text: records stand in groups, or are compatible where a missing value matches all.

A wanted size counts nobody: as a number, and not a count, it stands in documents however small it is.
"""

from sdcdesk.core.text.sentence import Argument, Sentence, sentence
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk


def group_size_text(
    both: AnonymityAndRisk, in_groups: str, compatible: str, **arguments: Argument
) -> Sentence:
    """Return a text about records that stand in groups, or about records that are compatible with others.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.
    in_groups, compatible
        The template for either; ``{k}`` is the wanted size.
    **arguments
        Other things in the braces.

    Returns
    -------
    Sentence
        The one that belongs to the way missing values are compared.
    """
    words = compatible if both.missing == "wildcard" else in_groups
    return sentence(words, k=both.wanted, **arguments)


def too_few(both: AnonymityAndRisk) -> Sentence:
    """Return what records below the wanted k are, as the title of such rows.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Sentence
        "in groups below 3".
    """
    return group_size_text(both, "in groups below {k}", "compatible with fewer than {k} records")


def few_title(both: AnonymityAndRisk) -> Sentence:
    """Return the title of the number of records below the wanted k.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Sentence
        "Records in groups below 3".
    """
    return group_size_text(
        both, "Records in groups below {k}", "Records compatible with fewer than {k} records"
    )
