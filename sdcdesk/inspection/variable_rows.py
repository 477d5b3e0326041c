"""Variable rows: what a list of all variables shows of each, and what is suggested for its description."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import capital, joined
from sdcdesk.inspection.contradictions import Contradiction
from sdcdesk.inspection.variable_facts import Facts, values_text
from sdcdesk.inspection.variable_inspection import VariableInspection

UNKNOWN = "…"
"""What stands where the data have not been looked at yet."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a variable probably is; nothing is changed until the user accepts it.

    Attributes
    ----------
    role, scale
        What is suggested; None where nothing is.
    reason
        Why.
    """

    role: Role | None
    scale: Scale | None
    reason: str

    @property
    def text(self) -> str:
        """The suggestion as a question: "Key, nominal?"."""
        parts = [str(part) for part in (self.role, self.scale) if part]
        return f"{capital(', '.join(parts))}?"


class Act(Enum):
    """What can be done about a remark on a variable."""

    SHOW = "show"
    """Look at the records that contradict its role."""

    ACCEPT = "accept"
    """Accept what is suggested."""


@dataclass(frozen=True, slots=True)
class VariableRow:
    """One variable as a list of all variables shows it.

    Attributes
    ----------
    variable
        Its description.
    values
        What it holds, in words; empty where that says nothing.
    different, missing
        Different values, and records in which it is missing; None: not counted yet.
    reason
        Why it has its role.
    proposal
        What it could be instead; None: nothing open.
    contradiction
        What in its description its values contradict.
    """

    variable: Variable
    values: str = UNKNOWN
    different: int | None = None
    missing: int | None = None
    reason: str = ""
    proposal: Proposal | None = None
    contradiction: Contradiction | None = None

    @property
    def why(self) -> str:
        """Remark on the role, in words."""
        if self.contradiction:
            return self.contradiction.message
        return joined([self.proposal.text, self.proposal.reason], " ") if self.proposal else self.reason

    @property
    def act(self) -> Act | None:
        """What can be done about it; None: nothing."""
        if self.contradiction:
            return Act.SHOW if len(self.contradiction.rows) else None
        return Act.ACCEPT if self.proposal else None


@dataclass
class Declined:
    """Proposals that the user has answered with a choice of their own since the file was opened.

    Attributes
    ----------
    roles, scales
        Names of the variables whose suggested role, or scale, is answered.
    """

    roles: set[str] = field(default_factory=set)
    scales: set[str] = field(default_factory=set)

    def answer_role(self, names: Sequence[str], role: Role) -> None:
        """Take a choice of roles as an answer.

        Parameters
        ----------
        names
            The variables.
        role
            Their role; to choose "other" where something is suggested declines it.
        """
        if role is Role.OTHER:
            self.roles.update(names)
        else:
            self.roles.difference_update(names)


def row(variable: Variable, facts: Facts | None, declined: Declined, locale: Locale = NEUTRAL) -> VariableRow:
    """Return what is shown of a variable.

    Parameters
    ----------
    variable
        Its description.
    facts
        What the data say; None: they have not been looked at.
    declined
        Proposals that are answered.
    locale
        How numbers are written.

    Returns
    -------
    VariableRow
        Texts of the row, and what is suggested.
    """
    if facts is None:
        return VariableRow(variable)
    found, current = facts.inspection, facts.variable == variable
    return VariableRow(
        variable,
        values=values_text(variable, facts, locale),
        different=found.distinct,
        missing=found.missing,
        reason=_reason(variable, found),
        proposal=proposal(variable, found, declined),
        contradiction=facts.contradictions[0] if current and facts.contradictions else None,
    )


def _reason(variable: Variable, inspection: VariableInspection) -> str:
    if variable.role is inspection.role:
        return capital(inspection.role_reason)
    return "No special role" if variable.role is Role.OTHER else "Your choice"


def proposal(variable: Variable, inspection: VariableInspection, declined: Declined) -> Proposal | None:
    """Return what is suggested and not answered yet; None: nothing.

    A role is suggested to a variable that has none, a scale to one that has still the scale of its type of
    values.

    Parameters
    ----------
    variable
        Its description.
    inspection
        What its values suggest.
    declined
        Proposals that are answered.

    Returns
    -------
    Proposal or None
        A role, a scale or both, with the reason as a sentence.
    """
    by_type = Scale.NOMINAL if inspection.kind == "text" else Scale.CONTINUOUS
    open_role = variable.role is Role.OTHER and variable.name not in declined.roles
    open_scale = variable.scale is by_type and variable.name not in declined.scales
    role = inspection.role if open_role and inspection.role is not Role.OTHER else None
    scale = inspection.scale if open_scale and inspection.scale is not variable.scale else None
    if role is None and scale is None:
        return None
    return Proposal(role, scale, capital(inspection.role_reason if role else inspection.scale_reason))


class _Beside(NamedTuple):
    """What the row of a variable says besides its description."""

    facts: Facts | None
    role_is_answered: bool
    scale_is_answered: bool

    def is_as(self, other: "_Beside") -> bool:
        """Return whether it is the same; changed facts are another object."""
        return self.facts is other.facts and self[1:] == other[1:]


class VariableRows:
    """What is shown of all variables; of one for which nothing is new, the same row as before."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[_Beside, VariableRow]] = {}
        self._locale = NEUTRAL

    def rows(
        self, data: Microdata, facts: Mapping[str, Facts], declined: Declined, locale: Locale = NEUTRAL
    ) -> list[VariableRow]:
        """Return what is shown of all variables; see `row`.

        Parameters
        ----------
        data
            The records.
        facts
            What the data say, by variable, as far as they have been looked at.
        declined, locale
            See `row`.

        Returns
        -------
        list[VariableRow]
            In file order.
        """
        found = []
        known, self._known, self._locale = self._of(locale), {}, locale
        for variable in data.variables:
            beside = _beside(variable, facts, declined)
            shown = _still_true(known, variable, beside) or row(variable, beside.facts, declined, locale)
            self._known[variable.name] = beside, shown
            found.append(shown)
        return found

    def outdated(
        self, data: Microdata, facts: Mapping[str, Facts], declined: Declined, locale: Locale = NEUTRAL
    ) -> int:
        """Return of how many variables that have been looked at the rows would be made anew; see `rows`.

        Parameters
        ----------
        data, facts, declined, locale
            See `rows`.

        Returns
        -------
        int
            Each takes about ten times as long as one that is known.
        """
        known = self._of(locale)
        return sum(
            variable.name in facts
            and _still_true(known, variable, _beside(variable, facts, declined)) is None
            for variable in data.variables
        )

    def _of(self, locale: Locale) -> Mapping[str, tuple[_Beside, VariableRow]]:
        return self._known if locale == self._locale else {}


def _beside(variable: Variable, facts: Mapping[str, Facts], declined: Declined) -> _Beside:
    name = variable.name
    return _Beside(facts.get(name), name in declined.roles, name in declined.scales)


def _still_true(
    known: Mapping[str, tuple[_Beside, VariableRow]], variable: Variable, beside: _Beside
) -> VariableRow | None:
    """Return the row that is known of a variable; None: there is none, or it says something else."""
    before = known.get(variable.name)
    if before is not None and before[0].is_as(beside) and before[1].variable is variable:
        return before[1]
    return None
