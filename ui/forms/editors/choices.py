"""Choice editors: yes or no, one of a few, one of many, several variables."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QWidget

from sdcdesk.core.operations.parameters import Accepts
from sdcdesk.core.text.sentence import capital
from ui.forms.editor import Editor
from ui.forms.editors.keys import KeysEditor
from ui.forms.editors.tick_list import TickList
from ui.forms.registry import FormParameter, edits
from ui.widgets.entries_combo import EntriesCombo
from ui.widgets.layout import column, row
from ui.widgets.widest_text import widest_text

FEW = 4
"""Up to this many choices are all shown."""

CIRCLE, MENU = 28, 42
"""Pixels of a radio button and of a menu beside their words."""


class FlagEditor(Editor):
    """Yes or no."""

    wide = True
    titled = True

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: Any = None
        self.box = QCheckBox(words, self)
        self.box.clicked.connect(lambda _checked: self.edited.emit())
        self.setFocusProxy(self.box)
        row((self.box, Qt.AlignmentFlag.AlignLeft), margins=(0, 3, 0, 3), inside=self)

    def value(self) -> Any:
        """Return whether the box is ticked; "auto" that was left alone comes back as it is."""
        ticked = self.box.isChecked()
        return self._value if self._value is not None and ticked is bool(self._value) else ticked

    def set_value(self, value: Any) -> None:
        """Tick the box or not."""
        self._value = value
        self.box.setChecked(bool(value))

    def value_text(self, value: Any) -> str:
        """Return yes or no."""
        return "on" if value else "off"


class RadioEditor(Editor):
    """One of a few, all shown.

    Parameters
    ----------
    choices
        Words for each value.
    inside
        Their words inside a sentence, where these are others.
    """

    wide = True

    def __init__(self, choices: Mapping[Any, str], inside: Mapping[Any, str] | None = None) -> None:
        super().__init__()
        self._inside = {**choices, **(inside or {})}
        self._choices = dict(choices)
        self.needed = widest_text(choices.values()) + CIRCLE
        self.group = QButtonGroup(self)
        layout = column(spacing=4, margins=(0, 3, 0, 3), inside=self)
        for place, words in enumerate(choices.values()):
            button = QRadioButton(words, self)
            self.group.addButton(button, place)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.group.buttonClicked.connect(lambda _button: self.edited.emit())

    def value(self) -> Any:
        """Return the chosen value; None where nothing was chosen yet."""
        place = self.group.checkedId()
        return list(self._choices)[place] if place >= 0 else None

    def set_value(self, value: Any) -> None:
        """Choose a value; None chooses the first."""
        values = list(self._choices)
        button = self.group.button(values.index(value) if value in values else 0)
        button.setChecked(True)
        self.setFocusProxy(button)

    def value_text(self, value: Any) -> str:
        """Return the words of the choice."""
        return str(self._inside.get(value, value))

    def controls(self) -> Sequence[QWidget]:
        """Return nothing: every button says what it is."""
        return ()

    def set_name(self, name: str, explanation: str) -> None:
        """Name the group, and in it every button."""
        super().set_name(name, explanation)
        self.setAccessibleDescription(explanation)
        for button in self.group.buttons():
            button.setAccessibleName(f"{name}: {button.text()}")


class ComboEditor(Editor):
    """One of many.

    Parameters
    ----------
    choices
        Words for each value.
    none
        Words for no choice, which comes first; empty: one of the values is always chosen.
    inside
        Words of values inside a sentence, where these are others.
    """

    wide = True

    def __init__(
        self, choices: Mapping[Any, str], none: str = "", inside: Mapping[Any, str] | None = None
    ) -> None:
        super().__init__()
        self._inside = dict(inside or {})
        self._choices: list[tuple[Any, str]] = []
        self._none: dict[Any, str] = {None: none} if none else {}
        self.combo = EntriesCombo()
        self._show({**self._none, **choices})
        self.needed = widest_text([*self.combo.longest, none]) + MENU
        self.combo.setMinimumContentsLength(10)
        self.combo.activated.connect(lambda _index: self.edited.emit())
        self.hold(self.combo)

    def value(self) -> Any:
        """Return the chosen value; None where there is none to choose."""
        place = self.combo.currentIndex()
        return self._choices[place][0] if place >= 0 else None

    def set_value(self, value: Any) -> None:
        """Choose a value; one that is not among the choices is added, so that nothing is lost."""
        values = [choice for choice, _ in self._choices]
        if value is None:
            self.combo.setCurrentIndex(0 if values else -1)
            return
        if value not in values:
            self.add(value, self.value_text(value))
            values.append(value)
        self.combo.setCurrentIndex(values.index(value))

    def value_text(self, value: Any) -> str:
        """Return the words of the choice."""
        words = next((words for choice, words in self._choices if choice == value), str(value))
        return self._inside.get(value, words) if self._inside else words

    def add(self, value: Any, words: str) -> None:
        """Add a choice."""
        self._choices.append((value, words))
        self.combo.append(words, *_tips([(value, words)]))

    def offer_variables(self, names: Sequence[str], display_names: Mapping[str, str]) -> None:
        """Offer other variables; the chosen one stays where it is among them."""
        chosen = self.value()
        self._show({**self._none, **called(names, display_names)})
        self.set_value(chosen if chosen in names else None)

    def _show(self, choices: Mapping[Any, str]) -> None:
        self._choices = list(choices.items())
        self.combo.fill([*choices.values()], _tips(self._choices))


class VariablesEditor(Editor):
    """Several variables, ticked in a list."""

    wide = True

    def __init__(
        self,
        names: Sequence[str],
        display_names: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._order: tuple[str, ...] = ()
        self.list = TickList(names, display_names)
        self.list.toggled.connect(self.edited)
        self.hold(self.list)

    def value(self) -> Any:
        """Return the ticked variables: in the order in which they were given, then in that of the list."""
        ticked = self.list.ticked()
        still = set(ticked)
        return [*dict.fromkeys([*(name for name in self._order if name in still), *ticked])]

    def set_value(self, value: Any) -> None:
        """Tick variables; one that is not in the list is added, so that nothing is lost."""
        self._order = tuple(value or ())
        self.list.tick(self._order)

    def offer_variables(self, names: Sequence[str], display_names: Mapping[str, str]) -> None:
        """Offer other variables; those that are ticked stay so where they are among them."""
        if self.list.names() != list(names):
            known = set(names)
            ticked = [name for name in self.value() if name in known]
            self.list.offer(names, display_names)
            self.set_value(ticked)

    def value_text(self, value: Any) -> str:
        """Return what they are called."""
        return self.list.words(value) or "none"


@edits(bool)
def _flag(parameter: FormParameter) -> Editor:
    return FlagEditor(parameter.info.title or "")


@edits(Literal, Enum)
def _choice(parameter: FormParameter) -> Editor:
    values = parameter.inside or parameter.kind
    inside = parameter.how.choices or {value: str(value) for value in values}
    if parameter.how.menu or len(inside) > FEW:
        return ComboEditor(begun(inside), inside=inside)
    return RadioEditor(begun(inside), inside)


@edits(Accepts)
def _variables(parameter: FormParameter) -> Editor:
    names = parameter.variables
    role = parameter.otherwise
    if role is not None:
        of_role = parameter.data.named(role) if parameter.data is not None else ()
        return KeysEditor(names, role, of_role, parameter.display_names)
    if parameter.kind is not str:
        return VariablesEditor(names, parameter.display_names)
    may_be_none = "" if parameter.info.is_required() else capital(parameter.how.empty)
    return ComboEditor(called(names, parameter.display_names), may_be_none)


def _tips(choices: Iterable[tuple[Any, str]]) -> list[str]:
    """Return what choices are told by beside their words; empty: these say it."""
    return [value if words != value and isinstance(value, str) else "" for value, words in choices]


def called(names: Sequence[str], display_names: Mapping[str, str]) -> dict[str, str]:
    """Return what variables are called, by their names."""
    return {name: display_names.get(name, name) for name in names}


def begun(choices: Mapping[Any, str]) -> dict[Any, str]:
    """Return choices with words that begin as entries of a menu do."""
    return {value: capital(words) for value, words in choices.items()}
