"""Facts about variables: what the data say about each, and in words what it holds."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Value, Variable
from sdcdesk.core.numbers.digits import value_rounded
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.labelled_text import labelled_text
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import count_text, rounded_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import joined, localised, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.inspection.contradictions import Contradiction, contradictions
from sdcdesk.inspection.value_counts import value_counts
from sdcdesk.inspection.variable_inspection import VariableInspection, inspected

LISTED = 4
"""Up to so many values are named instead of counted …"""

ROOM = 20
"""… if they have at most so many letters, …"""

LINES = 2
"""… or on so many lines where labels say what they mean."""

FEW = 20
"""Up to so many values are called categories."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the data say about one variable.

    Attributes
    ----------
    variable
        The description that was looked at.
    inspection
        Counts, range and suggestions.
    few
        Its values where they are few.
    contradictions
        What in its description they contradict.
    """

    variable: Variable
    inspection: VariableInspection
    few: tuple[Value, ...]
    contradictions: tuple[Contradiction, ...]


def compute_facts(data: Microdata, known: dict[str, Facts], progress: Progress) -> None:
    """Look at all variables whose description is not the one that is known.

    What is found is put into `known` one by one: if the user changes a description meanwhile, and the work
    begins anew, nothing is lost.

    Parameters
    ----------
    data
        The records.
    known
        What was found before, by name; it is added to.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    """
    for name, _ in progress.over(unknown(data, known), "Looking at the variables"):
        known[name] = _looked(data, name, known.get(name))


def unknown(data: Microdata, known: Mapping[str, Facts]) -> list[str]:
    """Return the variables that have not been looked at as they are described now.

    Parameters
    ----------
    data
        The records.
    known
        What was found before, by name.

    Returns
    -------
    list[str]
        In file order.
    """
    return [one.name for one in data.variables if not _is_known(one, known.get(one.name))]


def values_text(variable: Variable, facts: Facts, locale: Locale = NEUTRAL) -> str:
    """Return what a variable holds: "0 to 97", "F, M", "1 Man, 2 Woman", "5 categories", "35 different".

    Parameters
    ----------
    variable
        Its description.
    facts
        What the data say.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Empty for identifiers; shown beside the data only.
    """
    found = facts.inspection
    if not found.distinct:
        return "no values"
    if variable.role is Role.IDENTIFIER:
        return ""
    if variable.scale is Scale.CONTINUOUS and found.smallest is not None and found.largest is not None:
        low, high = value_rounded(found.smallest), value_rounded(found.largest)
        return sentence("{low} to {high}", low=low, high=high).written(locale)
    labels = variable.label_by_value()
    texts = [value_text(value) for value in facts.few]
    meant = [printable(labels.get(value, "")) for value in facts.few]
    labelled = localised(joined(list(map(labelled_text, texts, meant))), locale)
    if any(meant) and len(labelled) <= LINES * ROOM:
        return labelled
    named = localised(joined(texts), locale)
    if named and len(named) <= ROOM:
        return named
    if found.distinct <= FEW:
        few = sentence("{n} category", "{n} categories", "n", n=found.distinct)
        return few.written(locale)
    return sentence("{n} different", n=found.distinct).written(locale)


def range_figures(variable: Variable, facts: Facts, locale: Locale = NEUTRAL) -> tuple[tuple[str, str], ...]:
    """Return smallest, largest and number of different values with their captions; none without numbers.

    Parameters
    ----------
    variable
        Its description.
    facts
        What the data say.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    tuple[tuple[str, str], ...]
        Caption and text, with the variable's unit.
    """
    found = facts.inspection
    if found.smallest is None or found.largest is None:
        return ()
    unit = f" {variable.unit}" if variable.unit else ""
    return (
        ("Smallest", f"{rounded_text(found.smallest, locale)}{unit}"),
        ("Largest", f"{rounded_text(found.largest, locale)}{unit}"),
        ("Different", count_text(found.distinct, locale)),
    )


def _is_known(variable: Variable, facts: Facts | None) -> bool:
    # Most are the very same object: to compare all that descriptions say takes a wide file long.
    return facts is not None and (facts.variable is variable or facts.variable == variable)


def _looked(data: Microdata, name: str, old: Facts | None) -> Facts:
    variable, wrong = data.variable(name), contradictions(data, name)
    if old is not None and _same_values(old.variable, variable):
        return Facts(variable, old.inspection, old.few, wrong)
    inspection = inspected(value_counts(data, name))
    return Facts(variable, inspection, _few(data, inspection), wrong)


def _same_values(one: Variable, other: Variable) -> bool:
    said = ((each.missing, each.categories, each.scale, each.value_labels) for each in (one, other))
    return next(said) == next(said)


def _few(data: Microdata, inspection: VariableInspection) -> tuple[Value, ...]:
    if inspection.distinct > LISTED:
        return ()
    try:
        return tuple(data.coding(inspection.name).categories)
    except DataError:
        return ()  # some have no place in the declared order, which is said elsewhere
