"""The tab that says what the risk would be if only a part of the records were released."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.release.sampling_curves import SamplingCurves
from sdcdesk.risk.sampling.expectation import RISKS
from ui.pages.risk.sampling import words
from ui.pages.risk.sampling.choices import Item, SamplingChoices
from ui.pages.risk.sampling.commands import KeySetCommands
from ui.pages.risk.sampling.explain import explain_answer
from ui.pages.risk.sampling.files import OtherFile, read_others
from ui.pages.risk.sampling.inputs import Inputs, Missing
from ui.pages.risk.sampling.parts import CurvesCard, FactorsCard, LimitsCard
from ui.pages.risk.sampling.series import BandKind, Series, answer_rows, plotted
from ui.pages.risk.sampling.sets import NamedSet, named_sets
from ui.pages.risk.sampling.simulating import Simulating
from ui.pages.risk.sampling.work import Wanted, compute
from ui.release.shown import shown_scenario
from ui.session.session import Session
from ui.widgets.card import GAP
from ui.widgets.file_filters import open_filter
from ui.widgets.message_bar import MessageBar
from ui.widgets.numbers import count

CURVES, FILES = "sampling", "sampling files"
"""Kinds of the jobs."""


AGAIN, BOTH = "Simulate again", "Use both directions"
"""Words of the button in the message bar."""


class RiskSampling(QWidget):
    """Curves of all key sets in one or several files, the inverse question, and all numbers."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._inputs = Inputs(session)
        self._asked: tuple[object, ...] = ()
        self._wanted: tuple[Wanted, ...] = ()
        self._series: tuple[Series, ...] = ()
        self._simulating = Simulating(session.jobs, self)
        self._message, self._simulation_message = "", ""
        self._named: tuple[NamedSet, ...] = ()
        self.commands = KeySetCommands(session, self)
        self.choices, self.message_bar = SamplingChoices(), MessageBar()
        self.curves, self.limits, self.factors = CurvesCard(), LimitsCard(), FactorsCard()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        for part in (self.choices, self.message_bar, self.curves, self.limits, self.factors):
            rows.addWidget(part)
        rows.addStretch()
        self._connect()

    def show_scenario(self, _name: str) -> None:
        """Show the session as it is now; the limits to begin with are those of the shown scenario."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        self._named = named_sets(project, data)
        scenario = shown_scenario(self._session)
        self.limits.propose(scenario)
        self.choices.set_seed(project.recipe.seed)
        self._offer()
        own = self._inputs.own(self.choices.source, data)
        if not self._named:
            why = "Say which variables an intruder could know; scenarios are drawn here too."
            self._asked = ()
            self.curves.show_empty("No key set yet", why, "Add key set").acted.connect(self.commands.add)
        elif isinstance(own, Missing):
            self._show_missing(own)
        else:
            self._ask(own, data)
        for card in (self.limits, self.factors):
            card.setVisible(bool(self._series) and not self.curves.is_empty)

    @property
    def series(self) -> tuple[Series, ...]:
        """What is shown."""
        return self._series

    def compare(self, paths: Sequence[Path]) -> None:
        """Read other files in the background, and draw their curves beside."""
        project, data = self._session.project, self._session.data
        if project is None or data is None or not paths:
            return
        needed = tuple(dict.fromkeys(name for one in self._named for name in one.key_set.names(data)))
        self._session.jobs.start(
            FILES,
            f"Reading {', '.join(path.name for path in paths)}",
            lambda progress: read_others(paths, project.data.options, project.variables, needed, progress),
            self._take_files,
            self._tell,
        )

    # What is shown

    def _offer(self) -> None:
        """Offer key sets and files to tick."""
        self.choices.sets.set_items([Item(one.label, one.added) for one in self._named])
        names = self._inputs.names
        self.choices.files.set_items([Item(name, place > 0) for place, name in enumerate(names)])

    def _show_missing(self, missing: Missing) -> None:
        """Say why there is nothing to draw."""
        self._asked = ()
        self.curves.show_empty(missing.title, missing.why)

    def _ask(self, own: SamplingCurves, data: Microdata) -> None:
        named = [one for one, on in zip(self._named, self.choices.sets.ticked(), strict=True) if on]
        wanted = self._inputs.wanted(own, self.choices.files.ticked(), named, data)
        limits = self.limits.values()
        if not wanted:
            self._show_missing(Missing("Nothing is ticked", "Tick a key set and a file above."))
            return
        spread = self.choices.band == "deviations"
        asked = (wanted, tuple(limits.items()), spread)
        if asked == self._asked:
            if not self._session.jobs.is_running(CURVES):
                self._draw()
            return
        self._asked = asked
        self.curves.set_computing(first=not self._series)
        self._session.jobs.start(
            CURVES,
            "Drawing the risk of sampling",
            lambda progress: compute(wanted, limits, progress, spread=spread),
            partial(self._on_computed, asked, wanted),
            self._fail,
            self._on_cancelled,
        )

    def _on_computed(
        self, asked: tuple[object, ...], wanted: tuple[Wanted, ...], series: tuple[Series, ...]
    ) -> None:
        if asked != self._asked:
            # Meanwhile another file was opened, or nothing is ticked any more.
            return
        self._wanted, self._series = wanted, series
        self.curves.show_content()
        self._draw()
        for card in (self.limits, self.factors):
            card.show()

    def _draw(self) -> None:
        """Show what was computed, with the band that is chosen."""
        self.curves.set_loading(loading=self.choices.source == "masked" and self._session.is_stale)
        self.curves.show_content()
        series = self._with_simulated()
        limits, band = self.limits.values(), self.choices.band
        self.curves.show_curves(plotted(series, band), limits["dr_weighted"], self._note())
        self.limits.show_answers(answer_rows(series, limits))
        self.factors.show_series([one for one in series if one.curve is not None])
        self._say_what_is_wrong()
        self._simulate(band)

    def _note(self) -> str:
        """Return what all curves have in common."""
        files, sets = {one.curves for one in self._wanted}, {one.named.label for one in self._wanted}
        which = "masked" if self.choices.source == "masked" else "original"
        first = next((one.curve for one in self._series if one.curve is not None), None)
        parts = list(sets) if len(sets) == 1 and len(files) > 1 else []
        if len(files) > 1:
            parts.append("samples of each file")
        elif first is not None:
            unit = "record" if first.released == 1 else "records"
            parts.append(f"samples of the {count(first.released)} {which} {unit}")
            if first.released < first.n:
                parts.append(f"risks as shares of all {count(first.n)}")
        return ", ".join(parts)

    def _with_simulated(self) -> tuple[Series, ...]:
        samples, seed = self.choices.samples, self._seed()
        return tuple(
            one.with_bands(self._simulating.bands(wanted.simulation(samples or 0, seed)))
            for wanted, one in zip(self._wanted, self._series, strict=True)
        )

    def _say_what_is_wrong(self) -> None:
        """Say it once: a message that was closed, or gave way to another, does not come back by itself."""
        failed = next((one for one in self._series if one.error is not None), None)
        misfit = self._misfit()
        message, act = "", ""
        if failed is not None and failed.error is not None:
            message = f"{failed.name}: {failed.error.message}"
        elif misfit is not None and misfit.curve is not None:
            message, act = words.misfit_explained(misfit.name, misfit.curve).paragraph, BOTH
        if message == self._message:
            return
        self._message = message
        if act:
            self.message_bar.show_note(message, act)
        elif message:
            self.message_bar.show_error(message)
        else:
            self.message_bar.hide()

    def _misfit(self) -> Series | None:
        """Return the first series whose weights do not fit."""
        return next((one for one in self._series if one.curve is not None and one.curve.misfit), None)

    # Simulation

    def _seed(self) -> int:
        return self._session.project.recipe.seed if self._session.project else 0

    def _simulate(self, band: BandKind) -> None:
        """Simulate what has not been yet, where simulated samples are to be shown."""
        self._simulating.keep_only([one.curves for one in self._wanted])
        samples, seed = self.choices.samples, self._seed()
        if band != "simulated" or samples is None:
            self._simulating.stop()
            return
        drawn = zip(self._wanted, self._series, strict=True)
        asked = [wanted.simulation(samples, seed) for wanted, one in drawn if one.curve is not None]
        if self._simulating.ask(asked):
            self.curves.set_loading(loading=True)

    def _on_simulation_cancelled(self) -> None:
        """Keep what was simulated so far, and show the exact curves."""
        self.curves.set_loading(loading=False)
        if self.choices.band == "simulated":
            self.choices.choose_band("range")
            self._simulation_message = "The simulation was stopped; the exact curves need none."
            self.message_bar.show_note(self._simulation_message, AGAIN)

    # What the user does

    def _choose_files(self) -> None:
        found, _ = QFileDialog.getOpenFileNames(self, "Compare with other files", "", open_filter())
        self.compare([Path(name) for name in found])

    def _take_files(self, read: tuple[OtherFile, ...]) -> None:
        self._take_back()
        self._inputs.add(read)
        self._session.done.emit(f"Read {', '.join(other.path.name for other in read)}")
        self.show_scenario("")

    def _remove_file(self, place: int) -> None:
        self._take_back()
        self._inputs.remove(place)
        self.show_scenario("")

    def _explain(self, row: int, limit: int, place: QRect) -> None:
        one, risk = self._series[row], RISKS[limit]
        popover = explain_answer(self.limits.answers, place, one, risk, self.limits.values()[risk])
        if popover is not None:
            popover.link_chosen.connect(partial(self._follow, one))

    def _follow(self, one: Series, link: str) -> None:
        if link == words.BOTH:
            self.commands.use_both_directions(one.named)
        else:
            self._session.navigator.show_manual("sampling_risk")

    def _help(self) -> None:
        if self.message_bar.button.text() == AGAIN:
            self.message_bar.hide()
            self.choices.choose_band("simulated")
            return
        misfit = self._misfit()
        if misfit is not None:
            self.commands.use_both_directions(misfit.named)

    def _fail(self, error: SdcError) -> None:
        self._on_cancelled()
        self._tell(error)

    def _tell(self, error: SdcError) -> None:
        self._simulation_message = error.message
        self.message_bar.show_error(self._simulation_message)

    def _take_back(self) -> None:
        """Take back what was said of the last act: another one follows."""
        if self._simulation_message and self.message_bar.text() == self._simulation_message:
            self.message_bar.hide()
        self._simulation_message = ""

    def _on_chosen(self) -> None:
        self._take_back()
        self.show_scenario("")

    def _on_cancelled(self) -> None:
        self.curves.set_loading(loading=False)
        self._asked = ()
        if not self._series and self._named:
            empty = self.curves.show_empty("Not computed", "The computation was stopped.", "Compute")
            empty.acted.connect(lambda: self.show_scenario(""))

    def _forget(self) -> None:
        self._inputs.forget()
        self._asked, self._wanted, self._series = (), (), ()
        self._message, self._simulation_message = "", ""
        self._simulating.forget()
        for kind in (CURVES, FILES):
            self._session.jobs.cancel(kind)
        self.choices.reset()
        self.limits.forget()
        self.message_bar.hide()

    def _connect(self) -> None:
        again = partial(self.show_scenario, "")
        self.choices.changed.connect(self._on_chosen)
        self.choices.sets.add.clicked.connect(self.commands.add)
        self.choices.sets.removed.connect(lambda place: self.commands.remove(self._named[place]))
        self.choices.files.add.clicked.connect(self._choose_files)
        self.choices.files.removed.connect(self._remove_file)
        self.limits.edited.connect(again)
        self.limits.answers.asked.connect(self._explain)
        self.limits.answers.removed.connect(lambda row: self.commands.remove(self._series[row].named))
        self.limits.answers.menu_wanted.connect(
            lambda row, menu: self.commands.fill_menu(menu, self._series[row].named)
        )
        self.message_bar.acted.connect(self._help)
        self._simulating.finished.connect(self._draw)
        self._simulating.stopped.connect(self._on_simulation_cancelled)
        self._simulating.failed.connect(self._fail)
        self.factors.link(self.curves.chart)
        for part in (self.curves, self.limits, self.factors):
            part.manual_wanted.connect(self._session.navigator.show_manual)
        for exporter in (self.curves.chart, self.factors.table.exporter):
            exporter.saved.connect(self._session.done)
            exporter.failed.connect(self._session.failed)
        self._session.opened.connect(self._forget)
