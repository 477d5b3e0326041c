"""Risk with other weight matrices, in one scenario: the classification of the records stays the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sdcdesk.core.data.pairing import UNPAIRED
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.matrix_use import users
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import DisclosureRisk, WeightMatrix
from sdcdesk.risk.disclosure.reweighing import Reweighing
from sdcdesk.risk.weights.editing import broken_cells
from sdcdesk.risk.weights.text import breaking_text

Matrices = Mapping[str, WeightMatrix]
"""Weight matrices by name."""

WAITING = "…"
"""What stands where a risk is on its way."""

STANDINGS = {
    Standing.KEPT: "within",
    Standing.BROKEN: "above limit",
    Standing.NOT_PROVEN: "not shown safe",
    Standing.NOT_ASSESSED: "",
}
"""How a risk stands to its limit, in a word or two."""

_STANDING_TEXTS = {
    Standing.KEPT: "{name}: weighted risk {risk}, within the limit of {limit}",
    Standing.BROKEN: "{name}: weighted risk {risk}, above the limit of {limit}",
    Standing.NOT_PROVEN: "{name}: weighted risk {risk}, not shown to be within the limit of {limit}",
}


@dataclass(frozen=True, slots=True)
class Reweighed:
    """The risk in one scenario with each of several matrices.

    Attributes
    ----------
    reweighing
        Reweighing of the masked file in this scenario; None: it cannot be assessed, or was not.
    risks
        DR_W by name of the matrix, or why it is not defined.
    matrices
        Matrices that the risks belong to.
    """

    reweighing: Reweighing | None = None
    risks: Mapping[str, Quantity | SdcError] = field(default_factory=dict)
    matrices: Matrices = field(default_factory=dict)

    def figure(self, name: str) -> float | None:
        """Return a figure of the masked file that does not depend on weights; None: it is not known.

        Parameters
        ----------
        name
            Name of the figure.

        Returns
        -------
        float or None
            At full precision; a share is 0…1.
        """
        value = self.reweighing.assessment.value(name) if self.reweighing else None
        return float(value) if isinstance(value, float | int) else None

    def with_tried(self, name: str, matrix: WeightMatrix) -> "Reweighed":
        """Return the risks as they would be with a matrix that is being typed.

        Parameters
        ----------
        name
            Name of the matrix.
        matrix
            The matrix as it would be.

        Returns
        -------
        Reweighed
            The other risks stay.
        """
        if self.reweighing is None:
            return self
        return replace(self, risks={**self.risks, name: risk_with(self.reweighing, matrix)})

    def follow(self, source: Assessment | SdcError | None, matrices: Matrices) -> "Reweighed":
        """Return the risks of an assessment with all matrices; what is known of them is not computed again.

        Parameters
        ----------
        source
            An assessed disclosure risk of the scenario, whatever its weights, or why there is none; None: it
            is not known.
        matrices
            By name.

        Returns
        -------
        Reweighed
            Where there is no assessment, its error stands in the place of every risk.
        """
        if isinstance(source, Assessment) and source.original.is_released:
            source = DataError(DisclosureRisk.needs_original, "data")
        elif isinstance(source, Assessment) and not source.pairing.is_known:
            source = DataError(UNPAIRED, "data")
        if not isinstance(source, Assessment):
            risks = {} if source is None else dict.fromkeys(matrices, source)
            return Reweighed(None, risks, dict(matrices))
        known = self.reweighing is not None and self.reweighing.assessment is source
        return (self if known else Reweighed(Reweighing(source))).with_matrices(matrices)

    def with_matrices(self, matrices: Matrices) -> "Reweighed":
        """Return the risks with the matrices as they are now; only what changed is computed, in no time.

        Parameters
        ----------
        matrices
            By name.

        Returns
        -------
        Reweighed
            For these matrices and no others.
        """
        risks = {
            name: risk for name, risk in self.risks.items() if self.matrices.get(name) == matrices.get(name)
        }
        if self.reweighing is not None:
            new = {name: matrix for name, matrix in matrices.items() if name not in risks}
            risks |= {name: risk_with(self.reweighing, matrix) for name, matrix in new.items()}
        return Reweighed(self.reweighing, risks, dict(matrices))


class LiveCheck:
    """Check of a scenario with the weights as they are now: typed, or changed since it was assessed.

    The records are classified whatever their weights, so that the new risk need not be waited for.
    """

    def __init__(self) -> None:
        self._known: tuple[Checked, Reweighing | None, Reweighing] | None = None

    def reweighed(
        self, checked: Checked, was: WeightMatrix, scenario: Scenario, weights: WeightMatrix
    ) -> Checked:
        """Return what was found as it is with other weights.

        Parameters
        ----------
        checked
            The scenario as it was assessed.
        was
            Its weights then.
        scenario
            The scenario as it is now.
        weights
            Its weights now.

        Returns
        -------
        Checked
            As it was where the scenario knows other keys now, or where the weights cannot be assessed.
        """
        same = (checked.scenario.keys, checked.scenario.missing) == (scenario.keys, scenario.missing)
        after = checked.after
        if after is None or after.original.is_released or not after.pairing.is_known:
            return checked
        if not same or weights == was:
            return checked
        if self._known is None or self._known[0] is not checked:
            before = Reweighing(checked.before) if checked.before else None
            self._known = checked, before, Reweighing(after)
        _, before, masked = self._known
        try:
            return checked.with_after(masked.assessed(weights), before.assessed(weights) if before else None)
        except SdcError:
            return checked  # the results on their way say why


@dataclass(frozen=True, slots=True)
class Entry:
    """One matrix of a project, with the risk that it gives.

    Attributes
    ----------
    name, note
        What it is called, and what it is for.
    weighted
        DR_W with it; None: not known, or not defined.
    minimal, maximal
        DR_min and DR_max of the file; None: not known.
    limit
        Limit on DR_W; None: there is none.
    problem
        Why DR_W is not defined.
    broken
        How many of its weights break a rule.
    waits
        Whether DR_W may still arrive.
    """

    name: str
    note: str
    weighted: Quantity | None
    minimal: float | None
    maximal: float | None
    limit: float | None
    problem: str = ""
    broken: int = 0
    waits: bool = False

    def value(self, locale: Locale = NEUTRAL) -> str:
        """Return DR_W as text, or what stands in its place.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            In percent, or a word for what is the matter.
        """
        if self.broken:
            return breaking_text(self.broken, locale)
        if self.problem:
            return "not estimable"
        if self.weighted is None:
            return WAITING if self.waits else UNDEFINED
        return quantity_text(self.weighted, locale, self._limits).text

    @property
    def _limits(self) -> tuple[float, ...]:
        return () if self.limit is None else (self.limit,)

    @property
    def stands(self) -> Standing | None:
        """How DR_W stands to the limit; None where either is not known."""
        if self.weighted is None or self.limit is None:
            return None
        return standing(
            self.weighted, Limit(measure=DisclosureRisk.name, figure="dr_weighted", value=self.limit)
        )

    @property
    def standing(self) -> str:
        """The same in a word or two; empty where it is not known."""
        return STANDINGS[self.stands] if self.stands else ""

    def text(self, locale: Locale = NEUTRAL) -> str:
        """Return everything, for a screen reader and the tooltip.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            One or two sentences.
        """
        if self.broken:
            return sentence(
                "{name}: {broken}. {note}", name=self.name, broken=self.value(locale), note=self.note
            )
        known = (
            None
            if self.problem or self.weighted is None
            else quantity_text(self.weighted, locale, self._limits)
        )
        risk = known.aloud if known else self.value(locale)
        message = sentence("{name}: weighted risk {risk}", name=self.name, risk=risk)
        if self.limit is not None and self.stands in _STANDING_TEXTS:
            limit = locale.read_aloud(limit_number_text(self.limit, SHARE, locale, quantity=self.weighted))
            message = sentence(_STANDING_TEXTS[self.stands], name=self.name, risk=risk, limit=limit)
        return ". ".join(part for part in (message, self.problem or self.note) if part)


def entries(
    project: Project, scenario: Scenario | None, reweighed: Reweighed, *, waits: bool
) -> tuple[Entry, ...]:
    """Return an entry for each matrix of a project.

    Parameters
    ----------
    project
        The project.
    scenario
        The scenario whose risk is shown; None: there is none.
    reweighed
        DR_W with each matrix, as far as it is known.
    waits
        Whether more is on its way.

    Returns
    -------
    tuple[Entry, ...]
        In the order of the project.
    """
    limit = scenario.limit("dr_weighted") if scenario else None
    low, high = reweighed.figure("dr_min"), reweighed.figure("dr_max")
    entries = []
    for name, matrix in project.weights.items():
        risk, using = reweighed.risks.get(name), users(project, name)
        weighted = risk if isinstance(risk, Quantity) else None
        problem = risk.message if isinstance(risk, SdcError) else ""
        note = matrix.note or (sentence("used by {using}", using=", ".join(using)) if using else "not used")
        wrong = len(broken_cells(matrix))
        entries.append(Entry(name, note, weighted, low, high, limit, problem, wrong, waits))
    return tuple(entries)


def risk_with(reweighing: Reweighing, weights: WeightMatrix) -> Quantity | SdcError:
    """Return DR_W of an assessed file with other weights, or why it cannot be computed.

    Parameters
    ----------
    reweighing
        The assessed file.
    weights
        The other weights.

    Returns
    -------
    Quantity or SdcError
        A share with its bound, or an error that was caught.
    """
    try:
        return reweighing.figures(weights)["dr_weighted"].quantity
    except SdcError as error:
        return error


def reweighable(checked: Checked) -> Measure:
    """Return the measure whose assessment can be reweighed with any matrix.

    Parameters
    ----------
    checked
        The scenario as it was assessed.

    Returns
    -------
    Measure
        That of the scenario or, where its own matrix does not fit, one whose matrix always does.
    """
    entry = checked.entry(DisclosureRisk.name)
    if entry is not None and entry.after is not None:
        return entry.measure
    return checked.scenario.informed(DisclosureRisk(), WeightMatrix.maximal())
