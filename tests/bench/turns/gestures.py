"""Gestures with a control, whatever it is for: it is clicked, typed into, scrolled, chosen from."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QListView,
    QScrollBar,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from tests.ui.tab_order import words
from ui.dialogs.frame import Dialog

Gesture = tuple[str, Callable[[], object]]

PAGES = 5
"""Pages that are scrolled, before the end."""


def controls(root: QWidget) -> Iterator[QWidget]:
    """Yield the controls that are seen and can be used, but for those that end a dialog.

    Parameters
    ----------
    root
        A page or dialog.

    Yields
    ------
    QWidget
        Those of Qt's own inside others are none.
    """
    ending = (root.cancel, root.filled) if isinstance(root, Dialog) else ()
    for one in root.findChildren(QWidget):
        if not isinstance(one, tuple(_MADE)) or isinstance(one, QHeaderView | QScrollBar) or one in ending:
            continue
        part = isinstance(one.parentWidget(), QComboBox | QAbstractSpinBox | QTabBar | QLineEdit)
        if not part and one.isVisible() and one.isEnabled() and one.window() is root.window():
            yield one


def key(control: QWidget) -> str:
    """Return by what a control is known again after its page was made anew.

    Parameters
    ----------
    control
        One of `controls`.

    Returns
    -------
    str
        What it is called; its kind where it has no name.
    """
    return words(control) or type(control).__name__


def gestures(control: QWidget) -> Iterator[Gesture]:
    """Yield what can be done with a control, and what takes that back.

    Parameters
    ----------
    control
        One of `controls`.

    Yields
    ------
    tuple[str, Callable[[], object]]
        In a word, and what does it; nothing where the control is gone.
    """
    for name, do in _gestures(control):
        if not isValid(control):
            return
        if control.isVisible() and control.isEnabled():
            yield name, do


def _gestures(control: QWidget) -> Iterator[Gesture]:
    for kind, made in _MADE.items():
        if isinstance(control, kind):
            yield from made(control)
            return


def _of_tabs(tabs: QTabBar) -> Iterator[Gesture]:
    for place in range(tabs.count()):
        yield f"tab {tabs.tabText(place)}", partial(tabs.setCurrentIndex, place)


def _of_combo(combo: QComboBox) -> Iterator[Gesture]:
    yield "open", combo.showPopup
    yield "choose the next", partial(_choose, combo, 1)
    yield "choose the one before", partial(_choose, combo, -1)


def _of_steps(box: QAbstractSpinBox) -> Iterator[Gesture]:
    yield "step up", box.stepUp
    yield "step down", box.stepDown


def _of_view(view: QAbstractItemView) -> Iterator[Gesture]:
    several = view.selectionMode() is QAbstractItemView.SelectionMode.ExtendedSelection
    yield "scroll", partial(_scroll, view)
    yield "choose the last", partial(_choose_last, view)
    yield "click", partial(_click_first, view)
    if several:
        yield "choose all", view.selectAll
        yield "choose none", view.clearSelection


def _of_line(line: QLineEdit) -> Iterator[Gesture]:
    if not line.isReadOnly():
        yield "type", partial(QTest.keyClicks, line, "a")
        yield "take back", partial(QTest.keyClick, line, Qt.Key.Key_Backspace)


def _of_button(button: QAbstractButton) -> Iterator[Gesture]:
    twice = button.isCheckable() and not button.autoExclusive()
    yield "press", button.click
    if twice:
        yield "press again", button.click


def _of_slider(slider: QAbstractSlider) -> Iterator[Gesture]:
    yield "up", partial(slider.triggerAction, QAbstractSlider.SliderAction.SliderSingleStepAdd)
    yield "down", partial(slider.triggerAction, QAbstractSlider.SliderAction.SliderSingleStepSub)


_MADE: dict[type[QWidget], Callable[[Any], Iterator[Gesture]]] = {
    QTabBar: _of_tabs,
    QComboBox: _of_combo,
    QAbstractSpinBox: _of_steps,
    QLineEdit: _of_line,
    QAbstractButton: _of_button,
    QAbstractItemView: _of_view,
    QAbstractSlider: _of_slider,
}
"""What is done with each kind of control."""


def _choose(combo: QComboBox, step: int) -> None:
    if combo.count() > 1:
        combo.setCurrentIndex((combo.currentIndex() + step) % combo.count())
        combo.activated.emit(combo.currentIndex())


def _scroll(view: QAbstractItemView) -> None:
    """Scroll by pages, each in a turn of its own, then to the end and back."""
    for bar in (view.verticalScrollBar(), view.horizontalScrollBar()):
        for place in (*range(0, PAGES * bar.pageStep(), max(bar.pageStep(), 1)), bar.maximum(), 0):
            if isValid(bar):
                bar.setValue(place)
                QApplication.processEvents()


def _choose_last(view: QAbstractItemView) -> None:
    model = view.model()
    if model is not None and model.rowCount():
        columns = 1 if isinstance(view, QListView) else model.columnCount()  # models of lists do not tell
        last = model.index(model.rowCount() - 1, max(columns - 1, 0))
        view.selectionModel().setCurrentIndex(last, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        view.scrollTo(last)


def _click_first(view: QAbstractItemView) -> None:
    model = view.model()
    if model is not None and model.rowCount():
        view.scrollToTop()
        place = view.visualRect(model.index(0, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
