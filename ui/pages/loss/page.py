"""The loss stage: what the masking costs those who will use the file."""

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout

from sdcdesk.core.errors import SdcError
from sdcdesk.core.table import rows_to_json
from sdcdesk.core.variable import Role
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.release.release_check import SAFE, Release
from ui.pages.loss.distribution import DistributionCard
from ui.pages.loss.measures import FindingsCard, MeasuresCard
from ui.pages.loss.parts import PartsCard
from ui.pages.loss.stage import STAGE
from ui.pages.loss.work import Comparison, Losses, compare, compute_losses, known_losses
from ui.pages.page import Page, Stage
from ui.session.answer import missing_in_short
from ui.session.session import Computed, Session
from ui.widgets.actions import Actions
from ui.widgets.empty import EmptyState
from ui.widgets.reason import disable, enable

LOSS = "loss"
"""Kind of the job that computes measures the project does not list."""

VARIABLE = "loss of one variable"
"""Kind of the job that counts one variable in both files."""

SKEWED = 20.0
"""95 of 100 values lie below so many times the number below which 5 lie: a logarithmic scale shows them."""


class LossPage(Page):
    """Overview of the information loss."""

    stage: ClassVar[Stage] = STAGE

    def __init__(self, session: Session, actions: Actions) -> None:
        super().__init__(session, actions)
        self._shown: Computed | None = None
        self._losses: Losses | None = None
        self._empty: EmptyState | None = None
        self.header.set_tabs(("Overview",))
        self.parts = PartsCard()
        self.distribution = DistributionCard()
        self.findings = FindingsCard()
        self.measures = MeasuresCard()
        self.cards = (self.parts, self.distribution, self.findings, self.measures)
        middle = QHBoxLayout()
        middle.setSpacing(self.body.spacing())
        middle.addWidget(self.distribution, 54)
        middle.addWidget(self.findings, 46)
        self.body.addWidget(self.parts)
        self.body.addLayout(middle)
        self.body.addWidget(self.measures)
        self.body.addStretch()
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now."""
        results = self.session.results
        self._set_filled()
        if not self._masks():
            self._show_empty(
                "Nothing is masked",
                "Every masking step costs something; here you see what.",
                "Add a masking step",
            )
        elif results is None:
            self._show_empty(missing_in_short(self.session.state) or "Comparing both files…")
        elif results.release is None:
            number = results.failed_step
            why = "There is no masked file to compare with the original."
            self._show_empty(f"Step {number} failed", why, "Look at the steps")
        else:
            self._show(results, results.release)

    # What is shown

    def _set_filled(self) -> None:
        """Offer the next sensible act: export what is safe, else go back to the steps, if there are any."""
        release = self.session.results.release if self.session.results else None
        safe = release is not None and release.verdict == SAFE
        reduce = "Reduce the loss" if self._masks() else ""
        filled = self.header.set_filled("Export safe file…" if safe else reduce)
        if safe and self.session.hindrance:
            disable(filled, self.session.hindrance)
        else:
            enable(filled)

    def _masks(self) -> bool:
        project = self.session.project
        return project is not None and any(step.on for step in project.recipe.steps)

    def _show_empty(self, title: str, why: str = "", act: str = "") -> None:
        self._hide_empty()
        self._empty = EmptyState(title, why, act)
        self._empty.acted.connect(lambda: self.session.navigator.show_stage("masking"))
        self.body.insertWidget(0, self._empty)
        for card in self.cards:
            card.hide()
        self._shown = None

    def _hide_empty(self) -> None:
        if self._empty is not None:
            self._empty.hide()
            self._empty.deleteLater()
            self._empty = None

    def _show(self, results: Computed, release: Release) -> None:
        self._hide_empty()
        for card in self.cards:
            card.show()
        if results is not self._shown:
            self._shown = results
            known = known_losses(release)
            if known is not None:
                self._show_losses(known)
            else:
                self._ask_for_losses(release)
        for card in self.cards:
            card.set_loading(loading=self.session.is_stale)

    def _ask_for_losses(self, release: Release) -> None:
        self.session.jobs.start(
            LOSS,
            "Measuring the loss",
            lambda progress: compute_losses(release, progress),
            self._show_losses,
            self._fail,
        )

    def _show_losses(self, losses: Losses) -> None:
        self._losses = losses
        self.parts.show_parts(losses.parts)
        self.measures.show_measures(losses.numbers, losses.categories)
        names = [v.name for v in losses.parts.original.variables if v.role is not Role.IDENTIFIER]
        first = not self.distribution.variable.count()
        self.distribution.set_variables(names)
        if first:
            self._choose(self._first_choice(losses))
        else:
            self._ask_for_variable(*self.distribution.chosen)

    def _first_choice(self, losses: Losses) -> str:
        """Return the variable that is shown first: numbers tell most, else the one that lost most."""
        numbers = losses.numbers.table("variables")["variable"].tolist()
        return str(numbers[0]) if numbers else self.parts.bars.rows.rows[0].name

    def _choose(self, name: str) -> None:
        self.distribution.choose(name, self._fitting_scale(name))
        self._ask_for_variable(*self.distribution.chosen)

    def _fitting_scale(self, name: str) -> Scale:
        """Return the scale on which a variable of numbers shows most."""
        rows = rows_to_json(self._losses.numbers.table("variables")) if self._losses else []
        ends = [(r["quantile_5_before"], r["quantile_95_before"]) for r in rows if r["variable"] == name]
        skewed = any(low is not None and high is not None and high > SKEWED * low > 0 for low, high in ends)
        return "logarithmic" if skewed else "linear"

    def _ask_for_variable(self, name: str, scale: Scale) -> None:
        if self._losses is None or not name:
            return
        original, masked = self._losses.parts.original, self._losses.parts.masked
        self.findings.show_variable(self._losses.numbers, name)
        self.distribution.set_loading(loading=True)
        self.session.jobs.start(
            VARIABLE,
            f"Counting {name}",
            lambda progress: compare(original, masked, name, scale, progress),
            self._show_comparison,
            self._fail,
        )

    def _show_comparison(self, found: Comparison) -> None:
        if self._losses is None:
            return
        original, masked = self._losses.parts.original, self._losses.parts.masked
        self.distribution.set_loading(loading=self.session.is_stale)
        self.distribution.show_comparison(found, original.variable(found.name), len(original), len(masked))

    def _fail(self, error: SdcError) -> None:
        for card in self.cards:
            card.set_loading(loading=False)
        self.show_error(error)

    def _act(self) -> None:
        if self.header.filled.text().startswith("Export"):
            self.commands["export"].trigger()
        else:
            self.session.navigator.show_stage("masking")

    def _connect(self) -> None:
        self.header.filled.clicked.connect(self._act)
        self.parts.variable_chosen.connect(self._choose_part)
        self.distribution.wanted.connect(self._ask_for_variable)
        exporters = (
            self.parts.bars.exporter,
            self.distribution.chart,
            self.findings.table.exporter,
            self.measures.table.exporter,
        )
        for exporter in exporters:
            exporter.saved.connect(self.session.done)
            exporter.failed.connect(self.show_error)

    def _choose_part(self, name: str) -> None:
        if self.distribution.variable.findText(name) >= 0:
            self._choose(name)
