"""Bar above the grid: which matrix, where others come from, and how its weights are shown."""

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.presets import PRESETS
from ui.look.locale import in_user_locale
from ui.pages.weights.commands import WeightCommands
from ui.widgets.buttons import button, chip
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import row, widget_in
from ui.widgets.menus import add_heading
from ui.widgets.reason import allow
from ui.widgets.tabs import Segments

TYPED, SCALED = range(2)
"""How weights are shown."""

NO_MATRIX = "There is no weight matrix yet: start from a preset"


class WeightsBar(QWidget):
    """Which matrix, where others come from, and how its weights are shown."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__()
        self._commands = commands
        self.choice = ElidedCombo()
        self.choice.setAccessibleName("Weight matrix")
        self.choice.setMinimumWidth(140)
        self.choice.setMaximumWidth(320)
        self.choice.activated.connect(lambda _at: commands.choose(self.choice.currentText()))
        self.presets = button("Presets")
        self.presets.setMenu(preset_menu(self.presets, commands))
        self.paste, self.load_file = button("Paste"), button("Import CSV…")
        self.paste.setToolTip("Numbers from the clipboard, from the first cell on; Ctrl+V at any other")
        self.load_file.clicked.connect(self.import_csv)
        self.pushes = chip("Push neighbours")
        self.pushes.setToolTip(
            "Enter moves other weights just far enough for the typed one, as Alt+Enter does"
        )
        self.values = Segments("Values", ("as typed", "scaled"))
        controls = FlowLayout(centred=True)  # in a narrow window they have two lines
        for control in (self.choice, self.presets, self.paste, self.load_file, self.pushes):
            controls.addWidget(control)
        how = row(label("Values", "caption", "text2"), self.values)
        row((controls, 1), (widget_in(how), Qt.AlignmentFlag.AlignTop), inside=self)

    @property
    def scaled(self) -> bool:
        """Whether the weights are shown scaled."""
        return self.values.currentIndex() == SCALED

    def refresh(self, records: int) -> None:
        """Offer the matrices of the project; `records` is what weights are scaled to."""
        project, chosen = self._commands.session.project, self._commands.name
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems(list(project.weights) if project else [])
            self.choice.setCurrentIndex(self.choice.findText(chosen))
        self.choice.setToolTip(chosen)  # signals are blocked
        self.values.setTabText(SCALED, in_user_locale(sentence("scaled to {n}", n=records)))
        self.values.updateGeometry()
        for control in (self.choice, self.paste, self.values, self.pushes):
            allow(control, "" if chosen else NO_MATRIX)

    def import_csv(self) -> None:
        """Ask for a file with a weight matrix."""
        kinds = "CSV (*.csv *.txt *.tsv);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "Import weights", "", kinds)
        if name:
            self._commands.import_file(Path(name))


def preset_menu(owner: QWidget, commands: WeightCommands) -> QMenu:
    """Return a menu of all presets, by what they are for."""
    menu = QMenu(owner)
    menu.setToolTipsVisible(True)
    for use, group in PRESETS.items():
        add_heading(menu, use)
        for name, matrix in group.items():
            action = menu.addAction(name)
            action.setToolTip(matrix.note)
            action.triggered.connect(lambda _checked=False, name=name: commands.add_preset(name))
    return menu
