"""Release check: the verdict that is always on screen."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.limit import Limit
from sdcdesk.core.quantity import Quantity
from sdcdesk.core.variable import Role
from sdcdesk.document.limits import figure_name, limit_text, limited_figure
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_path import RISK
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import DisclosureRisk, WeightMatrix
from sdcdesk.risk.reweighing import Reweighing
from ui.look.locale import user_locale
from ui.pages.panel.release_figures import ReleaseFigures
from ui.pages.panel.section import Section
from ui.results.text import with_symbols
from ui.session.answer import AGAIN, missing, missing_in_short
from ui.session.session import Session
from ui.session.shown_scenario import shown_check, shown_scenario
from ui.widgets.badge import VerdictBadge
from ui.widgets.combo import ElidedCombo
from ui.widgets.gauge import Gauge
from ui.widgets.gauge_scale import reading
from ui.widgets.label import label, rich_label
from ui.widgets.what_is_this import Explanation, explain

CHECK = Explanation(
    "Release check",
    "Says whether the masked file keeps to the limits that you set, in every disclosure scenario. The file "
    "is safe only if it is safe in all of them, so the worst one is shown.",
    source="Truta et al. 2004",
)


class ReleaseCheck(Section):
    """Shows the worst scenario, or the one that the user chose; the limit that decides can be dragged."""

    def __init__(self, session: Session) -> None:
        super().__init__("Release check")
        self._session = session
        self._reweighing: _Reweighing | None = None
        self._limit: Limit | None = None
        self.scenarios = ElidedCombo()
        self.scenarios.setAccessibleName("Scenario")
        self.scenarios.setMinimumContentsLength(8)
        self.badge = VerdictBadge()
        self.words = rich_label(tone="text2", wraps=True)
        self.error = label("", "caption", "text2", wraps=True)
        self.gauge = Gauge()
        self.gauge.set_movable(movable=True)
        self.figures = ReleaseFigures(session.navigator)
        self._arrange()
        self.asked.connect(lambda: explain(self.help, CHECK))
        self.scenarios.activated.connect(self._choose)
        self.gauge.limit_dragged.connect(self._follow_limit)
        self.gauge.limit_chosen.connect(self._set_limit)
        session.weights_tried.connect(self._follow_weights)

    @property
    def checked(self) -> Checked | None:
        """The scenario that is shown, as it was assessed last."""
        return shown_check(self._session)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown, with its limits as they are now."""
        return shown_scenario(self._session)

    def refresh(self) -> None:
        """Show the session as it is now."""
        session, project = self._session, self._session.project
        self.note.setText("")
        if project is None or not self._knows_keys():
            why = "Say what an intruder could know, and the risk appears here."
            self._lead("No key variables yet", why, "Describe variables" if project else "", "variables")
        elif not project.scenarios:
            why = "Say what an intruder knows and how much risk is accepted, and the verdict appears here."
            self._lead("No disclosure scenario yet", why, "Describe a scenario", "risk")
        elif why := missing(session.state):
            self.show_empty(missing_in_short(session.state), why, AGAIN).acted.connect(session.compute)
        elif session.results is None:
            self.show_empty("Counting groups…" if session.is_stale else "Not assessed")
        else:
            self._show_scenarios()
            self._show_result()
            self.show_content()
        self.set_stale(stale=session.is_stale)

    # What is shown

    def _knows_keys(self) -> bool:
        data, project = self._session.data, self._session.project
        named = project is not None and any(scenario.keys for scenario in project.scenarios)
        return named or (data is not None and bool(data.named(Role.KEY)))

    def _lead(self, title: str, why: str, act: str, stage: str) -> None:
        self.show_empty(title, why, act).acted.connect(lambda: self._session.navigator.show_stage(stage))

    def _show_scenarios(self) -> None:
        project, scenario = self._session.project, self.scenario
        if project is None or scenario is None:
            return
        with QSignalBlocker(self.scenarios):
            self.scenarios.clear()
            for each in project.scenarios:
                self.scenarios.addItem(each.known_text(project.variables), each.name)
            self.scenarios.setCurrentIndex(self.scenarios.findData(scenario.name))
        self.scenarios.setToolTip("\n".join(filter(None, (self.scenarios.currentText(), scenario.knows))))
        self.note.setText(self._note())

    def _note(self) -> str:
        results, checked = self._session.results, self.checked
        if self._tried() is not None:
            return "as you type"
        if results is None or results.release is None or checked is None:
            return ""
        if not any(step.on for step in results.project.recipe.steps):
            return "before masking"
        found, worst = results.release.scenarios, results.release.worst
        if worst is not None and checked.scenario.name != worst.scenario.name:
            return f"the worst is {worst.scenario.name}"
        return f"worst of {len(found)} scenarios" if len(found) > 1 else ""

    def _tried(self) -> WeightMatrix | None:
        """Return the weights that are being typed, if the shown scenario uses them."""
        name, matrix = self._session.tried_weights or ("", None)
        scenario = self.scenario
        return matrix if scenario and scenario.weights == name else None

    def _with_weights_now(self, checked: Checked | None) -> Checked | None:
        """Return what was found, with the weights as they are typed or were changed since.

        The records are classified whatever their weights, so that the new risk need not be waited for.
        """
        project, scenario, then = self._session.project, self.scenario, self._session.results
        if project is None or scenario is None or then is None or checked is None or checked.after is None:
            return checked
        weights = self._tried() or project.weights[scenario.weights]
        known = (checked.scenario.keys, checked.scenario.missing) == (scenario.keys, scenario.missing)
        if not known or weights == then.project.weights[checked.scenario.weights]:
            return checked
        if self._reweighing is None or self._reweighing.checked is not checked:
            self._reweighing = _Reweighing(checked, checked.after)
        try:
            return self._reweighing.with_weights(weights)
        except SdcError:
            return checked  # the results on their way say why

    def _show_result(self) -> None:
        results, scenario = self._session.results, self.scenario
        checked = self._with_weights_now(self.checked)
        after = checked.after if checked else None
        if checked is None or scenario is None or after is None:
            self.badge.set_verdict("not assessed")
            self._say("Cannot be assessed" if checked else self._failed_step())
            self.gauge.clear()
            self.figures.set_risk(None)
        else:
            self._show_verdict(checked, scenario)
            self._show_gauge(checked, after, scenario)
            self.figures.set_risk(after, scenario.limit("dr_weighted"))
        self.error.setText(_problem_text(checked) if checked else "")
        self.error.setVisible(bool(checked and checked.error))
        measures = results.release.measures if results and results.release else ()
        parts = next((measure for measure in measures if "parts" in measure.tables), None)
        whole = results is not None and results.path and not results.failed_step
        self.figures.set_loss(results.path[-1].loss if results and whole else None, parts)

    def _failed_step(self) -> str:
        number = self._session.results.failed_step if self._session.results else 0
        return f"Step {number} failed, so there is no masked file" if number else "Not computed yet"

    def _show_verdict(self, checked: Checked, scenario: Scenario) -> None:
        judged = checked.under(scenario)
        self.badge.set_verdict(judged.verdict)
        self._say(judged.sentence(user_locale()))

    def _say(self, words: str) -> None:
        """Show what stands beside the verdict; a screen reader has it without the subscripts' marks."""
        self.words.setText(with_symbols(words))
        self.words.setAccessibleName(words)

    def _show_gauge(self, checked: Checked, after: Assessment, scenario: Scenario) -> None:
        """Show the figure that decides; DR_W where none does, or it has no value."""
        masked = after.masked is not after.original
        decides = checked.under(scenario).deciding
        quantity = decides.quantity if decides else None
        if decides and quantity and quantity.defined and not _is_weighted(decides.limit):
            self._show_figure(checked, decides.limit, quantity, masked=masked)
            return
        self._limit = next((limit for limit in scenario.limits if _is_weighted(limit)), None)
        bound = after.figure(RISK).quantity.bound
        before = reading(checked.before).weighted if masked and checked.before else None
        self.gauge.set_values(*reading(after), self._limit.value if self._limit else None, before, bound)

    def _show_figure(self, checked: Checked, limit: Limit, quantity: Quantity, *, masked: bool) -> None:
        entries = (*checked.entries, *checked.shared)
        after = next((e.after for e in entries if e.measure.name == limit.measure and e.after), None)
        figure = after.figures.get(limit.figure) if after else None
        declared = limited_figure(limit)
        self._limit = limit
        name = declared.title if declared else figure_name(limit)
        self.gauge.set_figure(name, quantity, limit, figure.before if figure and masked else None)

    # What the user does

    def _choose(self, _place: int) -> None:
        self._session.choose_scenario(self.scenarios.currentData())

    def _follow_weights(self) -> None:
        if self._session.results is not None and self.scenario is not None:
            self.note.setText(self._note())
            self._show_result()

    def _follow_limit(self, value: float) -> None:
        checked, scenario, limit = self._with_weights_now(self.checked), self.scenario, self._limit
        if checked and scenario and limit:
            self._show_verdict(checked, _moved(scenario, limit, value))
            self.note.setText(self._note() if value == limit.value else "as you type")

    def _set_limit(self, value: float) -> None:
        project, scenario, limit = self._session.project, self.scenario, self._limit
        if project is None or scenario is None or limit is None:
            return
        other = _moved(scenario, limit, value)
        scenarios = tuple(other if each is scenario else each for each in project.scenarios)
        words = f"Limit: {limit_text(limit.model_copy(update={'value': value}), user_locale())}"
        self._session.change(words, project.changed(scenarios=scenarios))

    # How it is built

    def _arrange(self) -> None:
        verdict = QHBoxLayout()
        verdict.setSpacing(8)
        verdict.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setContentsMargins(0, 2, 0, 0)  # on the base line of the badge's word
        verdict.addWidget(self.words, 1)
        self.body.addWidget(self.scenarios)
        self.body.addLayout(verdict)
        self.body.addWidget(self.error)
        self.body.addWidget(self.gauge)
        self.body.addWidget(self.figures)


def _is_weighted(limit: Limit) -> bool:
    return (limit.measure, limit.figure, limit.side) == (DisclosureRisk.name, RISK, "at most")


def _moved(scenario: Scenario, limit: Limit, value: float) -> Scenario:
    return scenario.with_limit(limit.figure, value, limit.measure, limit.side)


class _Reweighing:
    """Both files of one scenario, to be reweighed with other matrices."""

    def __init__(self, checked: Checked, after: Assessment) -> None:
        self.checked = checked
        self._before = Reweighing(checked.before) if checked.before else None
        self._after = Reweighing(after)

    def with_weights(self, weights: WeightMatrix) -> Checked:
        """Return what would have been found with other weights, or raise why it cannot be."""
        before = self.checked.before
        if before is not None and self._before is not None:
            # Of the original only its risk is shown.
            before = self._before.assessed(weights)
        return self.checked.with_after(self._after.assessed(weights), before)


def _problem_text(checked: Checked) -> str:
    """Return why a scenario cannot be assessed; its name stands above."""
    message = checked.error.message if checked.error else ""
    words = message.removeprefix(f"Scenario {checked.scenario.name}: ")
    return words[:1].upper() + words[1:]
