"""Every stage of the real window, in every size and scheme: nothing clipped, everything named."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import combinations
from pathlib import Path

import pytest
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
    QWidget,
)
from pytestqt.qtbot import QtBot

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


def words(widget: QWidget) -> str:
    """Return what a control is called; the field of a combo box is called as the box."""
    parent = widget.parent()
    if isinstance(widget, QLineEdit) and isinstance(parent, QComboBox):
        return parent.accessibleName()
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text or widget.toolTip()


def visible(window: MainWindow) -> list[QWidget]:
    """Return the controls that are seen; headers of tables are parts of their tables."""
    widgets = [w for w in window.findChildren(QWidget) if w.isVisible() and own(w)]
    return [w for w in widgets if isinstance(w, CONTROLS) and not isinstance(w, QHeaderView)]


def overprinted(window: MainWindow) -> list[str]:
    """Return what lies over what stands beside it."""
    kinds = (QLabel, QAbstractButton, QMenuBar, QComboBox, QLineEdit)
    seen = [one for one in window.findChildren(QWidget) if isinstance(one, kinds) and own(one)]
    groups: dict[QWidget, list[QWidget]] = {}
    for one in seen:
        if one.isVisible() and not isinstance(one.parentWidget(), (QComboBox, QLineEdit)):
            groups.setdefault(one.parentWidget(), []).append(one)
    pairs = (pair for group in groups.values() for pair in combinations(group, 2))
    return [f"{words(one)} and {words(other)}" for one, other in pairs if _overlap(one, other)]


def _overlap(one: QWidget, other: QWidget) -> bool:
    both = one.geometry() & other.geometry()
    return both.width() > 1 and both.height() > 1


def cut_off(window: MainWindow) -> list[str]:
    """Return what does not fit into an area that scrolls up and down only."""
    areas = [area for area in window.findChildren(ScrollArea) if area.isVisible()]
    return [
        f"{area.widget().width()} pixels in {area.viewport().width()}"
        for area in areas
        if area.widget().width() > area.viewport().width()
    ]


def complaints(window: MainWindow, clipped: Callable[[QWidget], list[str]], where: str) -> list[str]:
    """Grab the window and return what a careful user would complain of."""
    assert not window.grab().isNull()
    controls = visible(window)
    nameless = [w.metaObject().className() for w in controls if not words(w)]
    silent = [words(w) for w in controls if not w.isEnabled() and not w.toolTip() and w.parent().isEnabled()]
    filled = [words(w) for w in controls if w.property("filled") and w.window() is window]
    return [
        *(f"{where}: clipped: {text}" for text in clipped(window)),
        *(f"{where}: overprinted: {text}" for text in overprinted(window)),
        *(f"{where}: cut off: {text}" for text in cut_off(window)),
        *(f"{where}: a {name} without a name" for name in nameless),
        *(f"{where}: {name} is disabled without a reason" for name in silent),
        *(f"{where}: a second filled button: {name}" for name in filled[1:]),
    ]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1440, 900), "dark"), ((960, 540), "light")],
    ids=["1440x900", "960x540"],
)
def test_every_stage_with_the_sample(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
    size: tuple[int, int],
    scheme: str,
) -> None:
    theme().set_scheme(scheme)
    window.resize(*size)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    found = [] if (window.width(), window.height()) == size else [f"the window is {window.size()}"]
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        tabs = window.stages.current_page().header.tabs
        for tab in range(max(tabs.count(), 1)):
            tabs.setCurrentIndex(tab)
            settled(window, window.jobs)
            found += complaints(window, clipped, f"{stage} {tab}")
    assert found == []


def test_every_stage_of_a_file_that_nobody_described(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    from sdcdesk.io import ReadOptions

    with qtbot.waitSignal(window.session.computed):
        window.files._opening.data(sample.parent / "billing_5000.csv", ReadOptions())
    found = []
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        found += complaints(window, clipped, f"{stage}, nothing described")
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_stage_while_results_are_on_their_way(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
    scheme: str,
) -> None:
    window.resize(1280, 720)
    theme().set_scheme(scheme)
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    found = []
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        with qtbot.waitSignal(session.computed):
            session.compute()
            assert session.is_stale
            found += complaints(window, clipped, f"{stage}, computing")
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_stage_with_a_failing_step_and_a_scenario_that_does_not_fit(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
    scheme: str,
) -> None:
    from sdcdesk.masking import Rounding
    from sdcdesk.risk import TRUTA_2004

    theme().set_scheme(scheme)
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    found = []
    weights = {**session.project.weights, "W4": TRUTA_2004["W4"]}
    scenarios = (session.project.scenarios[0].changed(weights="W4"), session.project.scenarios[1])
    with qtbot.waitSignal(session.computed):
        session.change("does not fit", session.project.changed(weights=weights, scenarios=scenarios))
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        found += complaints(window, clipped, f"{stage}, scenario does not fit")
    with qtbot.waitSignal(session.computed):
        session.add_step(Rounding(variables=["Name"], base=10.0))
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        found += complaints(window, clipped, f"{stage}, failing step")
    assert found == []


def test_after_a_stop_one_place_of_each_page_offers_to_compute_again(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    endless: Callable[[], AbstractContextManager[None]],
) -> None:
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    with endless():
        session.compute()
        with qtbot.waitSignal(session.computed):
            session.jobs.cancel("compute")
        for stage in [stage.key for stage in STAGES]:
            window.show_stage(stage)
            tabs = window.stages.current_page().header.tabs
            for tab in range(max(tabs.count(), 1)):
                tabs.setCurrentIndex(tab)
                settled(window, window.jobs)
                buttons = [one for one in window.findChildren(QPushButton) if one.isVisible()]
                offers = [one for one in buttons if one.text() == AGAIN]
                assert len(offers) == 1, f"{stage}, tab {tab}"
                bar = window.stages.current_page().message_bar
                assert bar.isAncestorOf(offers[0])
                assert not bar.close_button.isVisible(), "it would be lost"


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


def test_labels_of_any_length_are_shown_and_take_no_number_its_room(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    window.resize(960, 540)  # as much as 1920×1080 shows at 200 %
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files.open(sample)
    assert session.data is not None
    with qtbot.waitSignal(session.computed):
        session.describe(
            "labels", *(one.changed(label=LONG.format(one.name)) for one in session.data.variables)
        )
    found, seen = [], set()
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        tabs = window.stages.current_page().header.tabs
        for tab in range(max(tabs.count(), 1)):
            tabs.setCurrentIndex(tab)
            settled(window, window.jobs)
            where = f"{stage} {tabs.tabText(tab)}"
            found += complaints(window, clipped, where)
            found += [f"{where}: squeezed: {text}" for text in squeezed(window)]
            seen |= {table.rows.data(table.rows.index(0, 0)) for table in window.findChildren(FindingsTable)}
    assert found == []
    assert any(str(text).startswith("What the person") for text in seen), "findings call variables so"
    assert session.project is not None
    rows = [row.summary for row in window.panel.recipe.model.rows]
    assert any("What the person" in row for row in rows)
    assert "What the person" in window.panel.check.scenarios.currentText()


def test_the_welcome_page(window: MainWindow, clipped: Callable[[QWidget], list[str]]) -> None:
    for size in ((1440, 900), (1280, 720), (960, 540)):
        window.resize(*size)
        assert complaints(window, clipped, f"welcome {size}") == []


def test_every_action_does_something(window: MainWindow, sample: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)

    def idle(action: QAction) -> bool:
        return action.receivers("2triggered(bool)") == 0

    assert [action.objectName() for action in window.commands if idle(action)] == []
