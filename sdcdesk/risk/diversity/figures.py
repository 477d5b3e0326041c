"""Figures of confidential values in groups: the worst group, and the records that break a criterion."""

import math

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity, Reason, Why, share
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion

NONE_RELEASED = Reason(Why.NOT_APPLICABLE, "No confidential variable is released.")

ALL_MISSING = Reason(Why.NOT_APPLICABLE, "All confidential values that are released are missing.")

INFINITE = Reason(Why.INFINITE, "A group has fewer values than are asked for, so the ratio is infinite.")


def broken_by(name: str, title: str, source: str) -> Declared:
    """Declare the share of records in groups that break a criterion.

    Parameters
    ----------
    name, title
        Name and title of the figure.
    source
        Where the criterion is defined.

    Returns
    -------
    Declared
        Less is better.
    """
    return Declared(name, title, SHARE, better="less", source=source)


def nothing_to_learn(confidential: ConfidentialGroups) -> Reason | None:
    """Return why there is nothing that an intruder could learn; None where there is.

    Parameters
    ----------
    confidential
        Confidential variables in all groups.

    Returns
    -------
    Reason or None
        Alike for all figures of a measure.
    """
    if not confidential.around.records:
        return Reason(Why.NO_RECORDS, NOTHING_RELEASED)
    if not confidential.variables:
        return NONE_RELEASED
    if not any(one.records for one in confidential.variables):
        return ALL_MISSING
    return None


def worst_group(
    declared: Declared,
    masked: Microdata,
    confidential: ConfidentialGroups,
    amount: str,
    *,
    least: bool = False,
) -> Figure:
    """Return the amount of the worst group, over all confidential variables.

    Parameters
    ----------
    declared
        The figure.
    masked
        The masked file.
    confidential
        Its confidential variables in all groups.
    amount
        Name of the amount.
    least
        Whether the smallest amount is the worst.

    Returns
    -------
    Figure
        With the variables as its computation, and the records of the worst groups.
    """
    reason = nothing_to_learn(confidential)
    if reason is not None:
        return declared.undefined(reason)
    found = [(one.variable, one.worst(amount, least=least)) for one in confidential.variables]
    known = [(name, value) for name, value in found if value is not None]
    extreme = (min if least else max)(value for _, value in known)

    return declared.figure(
        _quantity(declared, extreme),
        computation=tuple((name, _quantity(declared, value)) for name, value in known),
        rows=lambda: masked.rows[confidential.by_record(amount, least=least) == extreme],
        row_title="in the worst groups",
    )


def breaking(
    declared: Declared, masked: Microdata, confidential: ConfidentialGroups, criterion: Criterion
) -> Figure:
    """Return the share of the released records that break a criterion.

    Parameters
    ----------
    declared
        The figure, a share.
    masked
        The masked file.
    confidential
        Its confidential variables in all groups.
    criterion
        One of its criteria.

    Returns
    -------
    Figure
        With its records.
    """
    reason = nothing_to_learn(confidential)
    if reason is not None:
        return declared.undefined(reason)
    records = confidential.records(criterion)
    number, released = confidential.around.record_number(records), confidential.around.records
    quantity = share(number, released, empty=NOTHING_RELEASED)
    steps: list[tuple[str, Quantity | str]] = [("Asked of every group", criterion.requirement)]
    steps += [
        (
            sentence("Records that break it: {variable}", variable=one.variable),
            Quantity(confidential.around.record_number(found), RECORDS),
        )
        for place, one in enumerate(confidential.variables)
        for found in [confidential.records(criterion, place)]
    ]
    steps += [
        ("Records that break it with any variable", Quantity(number, RECORDS)),
        ("Released records", Quantity(released, RECORDS)),
        ("Records that break it ÷ released records", quantity),
    ]
    return declared.figure(
        quantity,
        computation=tuple(steps),
        rows=lambda: masked.rows[records],
        row_title=sentence("not {title}", title=criterion.title),
    )


def _quantity(declared: Declared, value: float) -> Quantity:
    if math.isinf(value):
        return Quantity(None, declared.unit, reason=INFINITE)
    return Quantity(value, declared.unit)
