"""Weight matrices as pictures and files; the CSV file can be imported again."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.matrix_files import to_csv
from ui.plots.export import Exporter, Shown, png


class WeightExporter(Exporter):
    """Writes what the grid shows.

    Parameters
    ----------
    owner, shown
        The card.
    name
        Returns the name proposed for a file, without its ending.
    matrix
        Returns the weights that are shown, as typed or scaled.
    """

    def __init__(
        self, owner: QWidget, shown: Shown, name: Callable[[], str], matrix: Callable[[], WeightMatrix]
    ) -> None:
        super().__init__(owner, shown, name)
        self._matrix = matrix

    def fill_menu(self, menu: QMenu) -> None:
        """Add PNG, SVG and CSV to a menu."""
        forms: tuple[tuple[str, Callable[[], bytes]], ...] = (
            ("png", lambda: png(self._shown.picture())),
            ("svg", self._shown.drawing),
            ("csv", lambda: to_csv(self._matrix()).encode()),
        )
        for ending, content in forms:
            action = menu.addAction(f"Save as {ending.upper()}…")
            action.triggered.connect(lambda _checked=False, e=ending, c=content: self.ask(e, c))
