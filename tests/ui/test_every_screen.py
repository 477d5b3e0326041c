"""Every screen of the window: nothing clipped, all named, no wheel changes it, Tab comes as one reads."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import combinations
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from sdcdesk.io import ReadOptions
from sdcdesk.masking import Rounding
from sdcdesk.risk import TRUTA_2004
from tests.ui.conftest import turned_over
from tests.ui.numbers_shown import FOREIGN, ITS, STRANGE, numbers_of
from tests.ui.tab_order import Rings, tab_complaints, words
from ui.look.theme import theme
from ui.pages.stages import STAGES
from ui.plots.interval_bars import IntervalBars
from ui.results.table_card import FindingsTable
from ui.session.computation import AGAIN
from ui.shell.main_window import MainWindow
from ui.widgets.layout import ScrollArea

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractItemView)


def own(widget: QWidget) -> bool:
    """Return whether a widget is ours, not a part that Qt made inside one of ours."""
    return (
        not widget.objectName().startswith("qt_") and widget.metaObject().className() != "QLineEditIconButton"
    )


def overprinted(seen: Sequence[QWidget]) -> list[str]:
    """Return what lies over what stands beside it."""
    kinds = (QLabel, QAbstractButton, QMenuBar, QComboBox, QLineEdit)
    groups: dict[QWidget, list[QWidget]] = {}
    for one in seen:
        if isinstance(one, kinds) and not isinstance(one.parentWidget(), (QComboBox, QLineEdit)):
            groups.setdefault(one.parentWidget(), []).append(one)
    pairs = (pair for group in groups.values() for pair in combinations(group, 2))
    return [f"{words(one)} and {words(other)}" for one, other in pairs if _overlap(one, other)]


def _overlap(one: QWidget, other: QWidget) -> bool:
    both = one.geometry() & other.geometry()
    return both.width() > 1 and both.height() > 1


def cut_off(seen: Sequence[QWidget]) -> list[str]:
    """Return what does not fit into an area that scrolls up and down only."""
    areas = [one for one in seen if isinstance(one, ScrollArea)]
    return [
        f"{area.widget().width()} pixels in {area.viewport().width()}"
        for area in areas
        if area.widget().width() > area.viewport().width()
    ]


def complaints(window: MainWindow, clipped: Callable[[QWidget], list[str]], where: str) -> list[str]:
    """Grab the window and return what a careful user would complain of."""
    assert not window.grab().isNull()
    seen = [one for one in window.findChildren(QWidget) if one.isVisible() and own(one)]
    # Headers of tables are parts of their tables.
    controls = [one for one in seen if isinstance(one, CONTROLS) and not isinstance(one, QHeaderView)]
    nameless = [w.metaObject().className() for w in controls if not words(w)]
    silent = [words(w) for w in controls if not w.isEnabled() and not w.toolTip() and w.parent().isEnabled()]
    filled = [words(w) for w in controls if w.property("filled") and w.window() is window]
    return [
        *(f"{where}: clipped: {text}" for text in clipped(window)),
        *(f"{where}: overprinted: {text}" for text in overprinted(seen)),
        *(f"{where}: cut off: {text}" for text in cut_off(seen)),
        *(f"{where}: a {name} without a name" for name in nameless),
        *(f"{where}: {name} is disabled without a reason" for name in silent),
        *(f"{where}: a second filled button: {name}" for name in filled[1:]),
    ]


def screens(window: MainWindow, settled: Callable[..., None]) -> Iterator[str]:
    """Go through every tab of every stage, and yield where the window is."""
    for stage in STAGES:
        window.show_stage(stage.key)
        tabs = window.stages.current_page().header.tabs
        for tab in range(max(tabs.count(), 1)):
            tabs.setCurrentIndex(tab)
            settled(window, window.jobs)
            yield f"{stage.key} {tabs.tabText(tab)}"


def stages(window: MainWindow, settled: Callable[..., None]) -> Iterator[str]:
    """Go through the stages, as each comes up, and yield where the window is."""
    for stage in STAGES:
        window.show_stage(stage.key)
        settled(window, window.jobs)
        yield stage.key


def test_every_screen_of_the_sample(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    """Look at each, turn the wheel over it and walk through it with Tab: all need the same pages."""
    theme().set_scheme("dark")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    opened, found, turned, rings = window.session.project, [], set(), Rings()
    assert (window.width(), window.height()) == (1440, 900)
    page: QWidget | None = None
    for where in screens(window, settled):
        found += complaints(window, clipped, where)
        controls = window.findChildren(QComboBox) + window.findChildren(QSlider)
        turned |= {isinstance(one, QSlider) for one in controls if one.isVisible()}
        found += [f"{where}: the wheel changes {name}" for name in turned_over(window)]
        # What is around the page is the same in all its tabs.
        known, page = page, window.stages.current_page()
        found += tab_complaints(window, where, rings, within=page if page is known else None)
    assert window.session.project is opened
    assert len(turned) == 2, "sliders and others"
    found += [f"{action.objectName()} does nothing" for action in window.commands if _idle(action)]
    with qtbot.waitSignal(window.session.computed):
        window.files._opening.data(sample.with_suffix(".csv"), ReadOptions())
    for where in stages(window, settled):
        found += complaints(window, clipped, f"{where}, nothing described")
    assert found == [], "\n".join(found)


def _idle(action: QAction) -> bool:
    return action.receivers("2triggered(bool)") == 0


def test_every_stage_while_results_are_on_their_way_stopped_or_failed(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
    endless: Callable[[], AbstractContextManager[None]],
) -> None:
    theme().set_scheme("dark")
    window.resize(1280, 720)
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    found = []
    with endless():
        session.compute()
        for stage in STAGES:
            window.show_stage(stage.key)
            settled(window)  # but for what is computed
            assert session.is_stale
            found += complaints(window, clipped, f"{stage.key}, computing")
        with qtbot.waitSignal(session.computed):
            session.jobs.cancel("compute")
        for where in screens(window, settled):
            found += [f"{where}, stopped: {text}" for text in _wrongly_offered_again(window)]
    weights = {**session.project.weights, "W4": TRUTA_2004["W4"]}
    scenarios = (session.project.scenarios[0].changed(weights="W4"), session.project.scenarios[1])
    with qtbot.waitSignal(session.computed):
        session.change("does not fit", session.project.changed(weights=weights, scenarios=scenarios))
    for where in stages(window, settled):
        found += complaints(window, clipped, f"{where}, scenario does not fit")
    with qtbot.waitSignal(session.computed):
        session.add_step(Rounding(variables=["Name"], base=10.0))
    for where in stages(window, settled):
        found += complaints(window, clipped, f"{where}, failing step")
    assert found == [], "\n".join(found)


def _wrongly_offered_again(window: MainWindow) -> list[str]:
    """Return what is wrong with the one place of a page that offers to compute again after a stop."""
    offers = [one for one in window.findChildren(QPushButton) if one.isVisible() and one.text() == AGAIN]
    if len(offers) != 1:
        return [f"{len(offers)} places offer to compute again"]
    bar = window.stages.current_page().message_bar
    found = [] if bar.isAncestorOf(offers[0]) else ["another place than the message bar offers it"]
    return found + (["the offer can be closed, and would be lost"] if bar.close_button.isVisible() else [])


LONG = "What the person who was asked in the last of all interviews says about {}, as it was written down"
"""A label of a variable that has room nowhere."""


def squeezed(window: MainWindow) -> list[str]:
    """Return numbers, and terms of ours, that have less room in tables and bars than they need."""
    found = []
    for table in window.findChildren(FindingsTable):
        columns = table.rows.table.columns if table.isVisible() else ()
        for place, column in enumerate(columns):
            room, metrics = table.columnWidth(place), theme().metrics("body")
            if column.unit is not None or column.name == "criterion":
                cells = table.rows.displayed_cells(range(table.rows.rowCount()), place)
                found += [cell.text for cell in cells if metrics.horizontalAdvance(cell.text) > room]
    bars = [bars for bars in window.findChildren(IntervalBars) if bars.isVisible()]
    found += [bars.accessibleName() for bars in bars if bars.width() < bars.minimumSizeHint().width()]
    return found


def test_labels_of_any_length_take_no_number_its_room_and_all_numbers_are_written_as_the_user_does(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    QLocale.setDefault(STRANGE)
    window.resize(960, 540)  # as much as 1920×1080 shows at 200 %
    assert (window.width(), window.height()) == (960, 540)
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    assert session.data is not None
    with qtbot.waitSignal(session.computed):
        session.describe(
            "labels", *(one.changed(label=LONG.format(one.name)) for one in session.data.variables)
        )
    found, seen = [], set()
    numbers: set[str] = set()
    for where in screens(window, settled):
        found += complaints(window, clipped, where)
        found += [f"{where}: squeezed: {text}" for text in squeezed(window)]
        seen |= {table.rows.data(table.rows.index(0, 0)) for table in window.findChildren(FindingsTable)}
        others = numbers_of(window) - numbers
        found += [f"{where}: in no locale: {text}" for text in others if FOREIGN.search(text)]
        numbers |= others
    assert found == [], "\n".join(found)
    assert len([*filter(ITS.search, numbers)]) > 300
    assert any(str(text).startswith("What the person") for text in seen), "findings call variables so"
    assert session.project is not None
    rows = [row.summary for row in window.panel.recipe.model.rows]
    assert any("What the person" in row for row in rows)
    assert "What the person" in window.panel.check.scenarios.currentText()


def test_the_welcome_page(window: MainWindow, clipped: Callable[[QWidget], list[str]], qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert tab_complaints(window, "welcome", Rings()) == []
    for size in ((1440, 900), (1280, 720), (960, 540)):
        window.resize(*size)
        assert complaints(window, clipped, f"welcome {size}") == []
