"""What stands below the grid: what its signs mean, what the weights sum to, and how to scale them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sdcdesk.risk import WeightMatrix
from ui.pages.weights.grid_legend import GridLegend
from ui.pages.weights.scaling import Scaling, sum_text
from ui.widgets.buttons import button
from ui.widgets.figure import FigureValue
from ui.widgets.label import label
from ui.widgets.numbers import count
from ui.widgets.reason import disable, enable
from ui.widgets.what_is_this import Explanation, explain


class GridFoot(QWidget):
    """The legend, the sum and a button."""

    scale_wanted = Signal()
    """The typed weights should be scaled."""

    def __init__(self) -> None:
        super().__init__()
        self.legend = GridLegend()
        self.sum = FigureValue("Sum of all weights")
        self.sum.asked.connect(self._explain)
        self.scale = button("", small=True)
        self.scale.clicked.connect(self.scale_wanted)
        self._scaling, self._total, self._tail = Scaling(0, 0), 0.0, 0.0
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 4, 0, 0)
        line.setSpacing(6)
        line.addWidget(self.legend, 1)
        line.addWidget(label("Sum", "caption", "text2"))
        line.addWidget(self.sum)
        line.addSpacing(4)
        line.addWidget(self.scale)

    def show_matrix(self, matrix: WeightMatrix, top: float, scaling: Scaling) -> None:
        """Show the sum of a matrix; `top` is the largest weight that is shown."""
        self._scaling, self._total, self._tail = scaling, scaling.total(matrix), matrix.tail
        self.legend.set_top(top)
        self.sum.set_value(sum_text(self._total))
        self.scale.setText(f"Scale to {count(scaling.n)}")
        reason = scaling.reason(matrix)
        if not reason and self._total == scaling.n:
            reason = f"The weights sum to {count(scaling.n)} already"
        if reason:
            disable(self.scale, reason)
        else:
            enable(self.scale)

    def _explain(self) -> None:
        scaling = self._scaling
        paragraph = (
            "All weights of the matrix added up: one row for each size that a released group can have, one "
            "column for each in the original. The papers scale weights so that they sum to the number of "
            "records; the risk is the same with any sum, for it divides by the first weight."
        )
        rows = (
            ("Columns: records of the original", count(scaling.n)),
            ("Rows: released records", count(scaling.t)),
            ("Larger groups, per further person", f"× {sum_text(self._tail)}"),
            ("Sum", sum_text(self._total)),
        )
        explain(
            self.sum, Explanation("Sum of the weights", paragraph, rows, source="Truta et al. 2004, 2006")
        )
