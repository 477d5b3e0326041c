"""Release check: the verdict that is always on screen."""

from PySide6.QtCore import QSignalBlocker, Qt

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit, Verdict
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.document.limits import limit_text
from sdcdesk.document.measures import lead, leading_figure
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.gauge_reading import gauged, reading
from sdcdesk.release.release_text import scenario_note
from sdcdesk.release.reweighed import LiveCheck
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from ui.look.locale import user_locale
from ui.pages.panel.release_figures import ReleaseFigures
from ui.pages.panel.residual_risks import ResidualRisks
from ui.session.computation import missing
from ui.session.current_scenario import current_check, current_scenario
from ui.session.session import Session
from ui.widgets.badge import VerdictBadge
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.gauge import Gauge
from ui.widgets.label import label, rich_label
from ui.widgets.layout import lay_beside, row
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import explain

CHECK = Explanation(
    "Release check",
    "Says whether the masked file keeps to the limits that you set, in every disclosure scenario. The file "
    "is safe only if it is safe in all of them, so the worst one is shown.",
    source="Truta et al. 2004",
)


class ReleaseCheck(Card):
    """Shows the worst scenario, or the one that the user chose; the limit that decides can be dragged."""

    def __init__(self, session: Session) -> None:
        super().__init__("Release check", framed=False)
        self._session = session
        self._live = LiveCheck()
        self._limit: Limit | None = None
        self.scenarios = ElidedCombo(Qt.TextElideMode.ElideRight)
        self.scenarios.setAccessibleName("Scenario")
        self.scenarios.setMinimumContentsLength(8)
        self.badge = VerdictBadge()
        self.words = rich_label(tone="text2", wraps=True)
        self.words.setContentsMargins(0, 2, 0, 0)  # on the base line of the badge's word
        self.set_limit = link("Set a limit…")
        self.find_coding = link("Find a safe coding")
        self.error = label("", "caption", "text2", wraps=True)
        self.gauge = Gauge()
        self.figures = ReleaseFigures(session.navigator)
        self.leaves = ResidualRisks(session)
        top = Qt.AlignmentFlag.AlignTop
        self.body.addWidget(self.scenarios)
        self._verdict_row = row((self.badge, top), (self.words, 1))
        self.body.addLayout(self._verdict_row)
        self.body.addLayout(row(self.set_limit, self.find_coding, ...))
        for part in (self.error, self.gauge, self.figures, self.leaves):
            self.body.addWidget(part)
        self.requested.connect(lambda: explain(self.help, CHECK))
        self.scenarios.activated.connect(self._choose)
        self.set_limit.clicked.connect(lambda: session.navigator.ask_for_limit())
        self.find_coding.clicked.connect(session.navigator.find_coding)
        self.gauge.limit_dragged.connect(self._follow_limit)
        self.gauge.limit_chosen.connect(self._change_limit)
        session.weights_tried.connect(self._follow_weights)

    @property
    def checked(self) -> Checked | None:
        """The scenario that is shown, as it was assessed last."""
        return current_check(self._session)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown, with its limits as they are now."""
        return current_scenario(self._session)

    def refresh(self) -> None:
        """Show the session as it is now."""
        session, project = self._session, self._session.project
        self.set_note("")
        if project is None or not self._knows_keys():
            why = "Say what an intruder could know, and the risk appears here."
            self._lead("No key variables yet", why, "Describe variables" if project else "", "variables")
        elif not project.scenarios:
            why = "Say what an intruder knows and how much risk is accepted, and the verdict appears here."
            self._lead("No disclosure scenario yet", why, "Describe a scenario", "risk")
        elif missing(session.state):
            self.show_state(session.state)
        elif session.results is None:
            self.show_empty("Counting groups…" if session.is_stale else "Not assessed")
        else:
            self._show_scenarios()
            self._show_result()
            self.leaves.refresh()
            self.show_content()
        self.set_loading(loading=session.is_stale)

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
        self.set_note(self._note())

    def _note(self) -> str:
        results, checked = self._session.results, self.checked
        if self._tried() is not None:
            return "as you type"
        release = results.release if results else None
        return scenario_note(release, checked) if release and checked else ""

    def _tried(self) -> WeightMatrix | None:
        """Return the weights that are being typed, if the shown scenario uses them."""
        name, matrix = self._session.tried_weights or ("", None)
        scenario = self.scenario
        return matrix if scenario and scenario.weights == name else None

    def _checked_now(self) -> Checked | None:
        """Return what was found, with the weights as they are typed or were changed since."""
        project, scenario, then = self._session.project, self.scenario, self._session.results
        checked = self.checked
        if project is None or scenario is None or then is None or checked is None:
            return checked
        was = then.project.weights[checked.scenario.weights]
        now = self._tried() or project.weights[scenario.weights]
        return self._live.reweighed(checked, was, scenario, now)

    def _show_result(self) -> None:
        results, scenario = self._session.results, self.scenario
        checked = self._checked_now()
        after = checked.after if checked else None
        if checked is None or scenario is None or after is None:
            self.badge.set_verdict("not assessed")
            self.find_coding.hide()
            failure = results.failure if results else ""
            self._show_text("Cannot be assessed" if checked else failure or "Not computed yet")
            self.gauge.clear()
            self.figures.set_risk(None)
        else:
            self._show_verdict(checked, scenario)
            judged = checked.with_limits(scenario)
            axis = self._risk_axis(scenario)
            self._limit = gauged(judged, axis)
            shown = reading(judged, self._limit, axis)
            if shown is not None:
                self.gauge.set_reading(shown, self._limit)
            else:
                self.gauge.clear()
            self.figures.set_risk(after, scenario.limit(lead(Concern.RISK).figure))
        self.set_limit.setVisible(after is not None and scenario is not None and not scenario.limits)
        self.error.setText(checked.problem if checked else "")
        self.error.setVisible(bool(checked and checked.error))
        self.figures.set_loss(results.loss if results else None, self._loss_axis())

    def _loss_axis(self) -> FigureAddress:
        results = self._session.results
        return results.project.loss_axis if results else leading_figure(Concern.LOSS)

    def _risk_axis(self, scenario: Scenario) -> FigureAddress:
        project = self._session.project
        return project.risk_axis(scenario) if project else leading_figure(Concern.RISK)

    def _show_verdict(self, checked: Checked, scenario: Scenario) -> None:
        judged = checked.with_limits(scenario)
        release = self._session.results.release if self._session.results else None
        words = release.verdict_text(judged.verdict) if release else str(judged.verdict)
        self.badge.set_verdict(judged.verdict, capital(words))
        self.find_coding.setVisible(judged.verdict is Verdict.UNSAFE)
        # Beside a long verdict the sentence would have no room.
        lay_beside(self._verdict_row, beside=words == judged.verdict)
        texts = (judged.sentence(user_locale()), judged.caveat(user_locale()))
        self._show_text("; ".join(filter(None, texts)))

    def _show_text(self, words: str) -> None:
        """Show what stands beside the verdict; a screen reader has it without the subscripts' marks."""
        self.words.setText(with_symbols(words))
        self.words.setAccessibleName(words)

    # What the user does

    def _choose(self, _place: int) -> None:
        self._session.choose_scenario(self.scenarios.currentData())

    def _follow_weights(self) -> None:
        if self._session.results is not None and self.scenario is not None:
            self.set_note(self._note())
            self._show_result()

    def _follow_limit(self, value: float) -> None:
        checked, scenario, limit = self._checked_now(), self.scenario, self._limit
        if checked and scenario and limit:
            self._show_verdict(checked, _moved(scenario, limit, value))
            self.set_note(self._note() if value == limit.value else "as you type")

    def _change_limit(self, value: float) -> None:
        project, scenario, limit = self._session.project, self.scenario, self._limit
        if project is None or scenario is None or limit is None:
            return
        other = _moved(scenario, limit, value)
        scenarios = tuple(other if each is scenario else each for each in project.scenarios)
        words = sentence(
            "Limit: {limit_text}",
            limit_text=limit_text(limit.model_copy(update={"value": value}), user_locale()),
        )
        self._session.change(words, project.changed(scenarios=scenarios))


def _moved(scenario: Scenario, limit: Limit, value: float) -> Scenario:
    return scenario.with_limit(limit.figure, value, limit.measure, limit.side)
