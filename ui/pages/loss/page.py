"""Loss stage: what the masking costs those who will use the file."""

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Concern
from sdcdesk.core.variable import Role
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.records.before_and_after import Comparison, compare, fitting_scale, most_telling
from sdcdesk.release.computed import Computed
from sdcdesk.release.release_check import SAFE
from ui.pages.loss.distribution import DistributionCard
from ui.pages.page import Page, Stage
from ui.session.answer import missing_in_short
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.empty import EmptyState
from ui.widgets.reason import disable, enable

VARIABLE = "loss of one variable"
"""Kind of the job that counts one variable in both files."""

OWN = "Before and after"
"""The page's own tab, after those of the measures."""


class LossPage(Page):
    """A tab for each measure of information loss, and one variable before and after masking."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self._shown: Computed | None = None
        self._empty: EmptyState | None = None
        self.distribution = DistributionCard()
        self.body.addWidget(self.distribution)
        self.body.addStretch()
        self.add_measures(Concern.LOSS, after=(OWN,))
        self.header.tab_chosen.connect(lambda _tab: self.refresh())
        self.header.filled.clicked.connect(self._act)
        self.distribution.wanted.connect(self._ask_for_variable)
        self.distribution.chart.saved.connect(session.done)
        self.distribution.chart.failed.connect(self.show_error)

    def refresh(self) -> None:
        """Show the session as it is now."""
        tab, masks, results = self.header.tabs.currentIndex(), self._masks(), self.session.results
        self._set_filled()
        own = tab >= len(self.measures.kinds)
        self.show_measure(tab if masks and not own else -1)
        self._hide_empty()
        if not masks:
            why = "Every masking step costs something; here you see what."
            self._show_empty("Nothing is masked", why, "Add a masking step")
        elif not own:
            self.measures.refresh()
        elif results is None:
            self._show_empty(missing_in_short(self.session.state) or "Comparing both files…")
        elif results.release is None:
            why = "There is no masked file to compare with the original."
            self._show_empty(f"Step {results.failed_step} failed", why, "Look at the steps")
        else:
            self._show(results)

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
        self._empty = EmptyState(title, why, act)
        self._empty.acted.connect(lambda: self.session.navigator.show_stage("masking"))
        self.body.insertWidget(0, self._empty)
        self.distribution.hide()
        self._shown = None

    def _hide_empty(self) -> None:
        if self._empty is not None:
            self._empty.hide()
            self._empty.deleteLater()
            self._empty = None

    def _show(self, results: Computed) -> None:
        self.distribution.show()
        self.distribution.set_loading(loading=self.session.is_stale)
        if results is self._shown:
            return
        self._shown = results
        original = results.run.original
        first = not self.distribution.variable.count()
        names = [v.name for v in original.variables if v.role is not Role.IDENTIFIER]
        self.distribution.set_variables(names)
        if first and names:
            name = most_telling(original, results.run.masked, names)
            self.distribution.choose(name, fitting_scale(original, name))
        self._ask_for_variable(*self.distribution.chosen)

    def _files(self) -> tuple[Microdata, Microdata] | None:
        results = self._shown
        return None if results is None else (results.run.original, results.run.masked)

    def _ask_for_variable(self, name: str, scale: Scale) -> None:
        files = self._files()
        if files is None or not name:
            return
        self.distribution.compute(
            self.session.jobs,
            VARIABLE,
            f"Counting {name}",
            lambda progress: compare(*files, name, scale, progress),
            self._show_comparison,
        )

    def _show_comparison(self, found: Comparison) -> None:
        files = self._files()
        if files is not None:
            original, masked = files
            self.distribution.set_loading(loading=self.session.is_stale)
            variable = original.variable(found.name)
            self.distribution.show_comparison(found, variable, len(original), len(masked))

    def _act(self) -> None:
        if self.header.filled.text().startswith("Export"):
            self.commands["export"].trigger()
        else:
            self.session.navigator.show_stage("masking")
