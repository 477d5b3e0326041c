"""Wording of group sizes: records stand in groups, or are compatible where a missing value matches all."""

from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk


def too_few(both: AnonymityAndRisk) -> str:
    """Return the phrase for records below the wanted k.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    str
        A phrase that follows "records".
    """
    if both.missing == "wildcard":
        return f"compatible with fewer than {both.wanted} records"
    return f"in groups below {both.wanted}"


def enough(both: AnonymityAndRisk) -> str:
    """Return the phrase for all other records.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    str
        A phrase that follows "records".
    """
    if both.missing == "wildcard":
        return f"compatible with {both.wanted} records or more"
    return f"in groups of {both.wanted} or more"


def of_size(both: AnonymityAndRisk, size: int | str) -> str:
    """Return the phrase for records in groups of a size.

    Parameters
    ----------
    both
        k-anonymity and the weighted risk.
    size
        The size, or a text that stands for several.

    Returns
    -------
    str
        A phrase that follows "records".
    """
    return f"compatible with {size}" if both.missing == "wildcard" else f"in groups of {size}"
