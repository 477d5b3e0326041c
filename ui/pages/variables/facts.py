"""What the data say about each variable, found on a worker thread, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.inspection import VariableInspection, inspect
from sdcdesk.inspection.contradictions import Contradiction, contradictions
from ui.forms.numbers import write_number
from ui.models.variables_model import Row, Suggestion
from ui.widgets.numbers import count

LISTED = 4
"""Up to so many values are named instead of counted …"""

ROOM = 20
"""… if they have at most so many letters."""

FEW = 20
"""Up to so many values are called categories."""

LARGE, HUGE = 1000, 1e15
"""Between them decimals say nothing of a range, and all other digits can be shown."""


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
    few: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]


def look(data: Microdata, known: dict[str, Facts], progress: Progress) -> None:
    """Look at all variables whose description is not the one that is known.

    What is found is put into `known` one by one: if the user changes a description meanwhile, and the work
    begins anew, nothing is lost.
    """
    for name, _ in progress.over(unknown(data, known), "Looking at the variables"):
        known[name] = _looked(data, name, known.get(name))


def unknown(data: Microdata, known: Mapping[str, Facts]) -> list[str]:
    """Return the variables that have not been looked at as they are described now."""
    return [name for name in data.names if name not in known or known[name].variable != data.variable(name)]


def _looked(data: Microdata, name: str, old: Facts | None) -> Facts:
    variable, wrong = data.variable(name), contradictions(data, name)
    if old is not None and _same_values(old.variable, variable):
        return Facts(variable, old.inspection, old.few, wrong)
    [inspection] = inspect(Microdata(data.frame[[name]], [variable]))
    return Facts(variable, inspection, _few(data, inspection), wrong)


def _same_values(one: Variable, other: Variable) -> bool:
    return (one.missing, one.categories, one.scale) == (other.missing, other.categories, other.scale)


def _few(data: Microdata, inspection: VariableInspection) -> tuple[str, ...]:
    if inspection.distinct > LISTED:
        return ()
    try:
        return tuple(str(value) for value in data.coding(inspection.name).categories)
    except DataError:
        return ()  # some have no place in the declared order, which is said elsewhere


@dataclass
class Declined:
    """Suggestions that the user has answered with a choice of their own since the file was opened."""

    roles: set[str] = field(default_factory=set)
    scales: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """Forget all answers."""
        self.roles.clear()
        self.scales.clear()


def row(variable: Variable, facts: Facts | None, declined: Declined) -> Row:
    """Return what the grid shows of a variable."""
    if facts is None:
        return Row(variable)
    found = facts.inspection
    current = facts.variable == variable
    return Row(
        variable,
        values=values(variable, facts),
        different=found.distinct,
        missing=found.missing,
        reason=_reason(variable, found),
        suggestion=suggestion(variable, found, declined),
        contradiction=facts.contradictions[0] if current and facts.contradictions else None,
    )


def suggestion(variable: Variable, found: VariableInspection, declined: Declined) -> Suggestion | None:
    """Return what is suggested and not answered yet; None: nothing.

    A role is suggested to a variable that has none, a scale to one that has still the scale of its type of
    values.
    """
    by_type = Scale.NOMINAL if found.kind == "text" else Scale.CONTINUOUS
    open_role = variable.role is Role.OTHER and variable.name not in declined.roles
    open_scale = variable.scale is by_type and variable.name not in declined.scales
    role = found.role if open_role and found.role is not Role.OTHER else None
    scale = found.scale if open_scale and found.scale is not variable.scale else None
    if role is None and scale is None:
        return None
    return Suggestion(role, scale, _sentence(found.role_reason if role else found.scale_reason))


def values(variable: Variable, facts: Facts) -> str:
    """Say what a variable holds: "0 to 97", "F, M", "5 categories", "35 different"."""
    found = facts.inspection
    if not found.distinct:
        return "no values"
    if variable.role is Role.IDENTIFIER:
        return ""
    if variable.scale is Scale.CONTINUOUS and found.smallest is not None and found.largest is not None:
        return f"{written(found.smallest)} to {written(found.largest)}"
    named = ", ".join(facts.few)
    if named and len(named) <= ROOM:
        return named
    words = "categories" if found.distinct <= FEW else "different"
    return f"{count(found.distinct)} {words}"


def _reason(variable: Variable, found: VariableInspection) -> str:
    if variable.role is found.role:
        return _sentence(found.role_reason)
    return "No special role" if variable.role is Role.OTHER else "Your choice"


def _sentence(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def written(number: float) -> str:
    """Return a number of the data with as many digits as a narrow column needs."""
    if isinstance(number, int):
        return count(number)
    whole = LARGE <= abs(number) < HUGE
    return write_number(float(round(number)) if whole else float(f"{number:.4g}"))
