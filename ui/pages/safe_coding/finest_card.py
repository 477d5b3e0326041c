"""Finest card: the codings that meet the condition where nothing finer does, with what they cost."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.coding_table import CodingTable
from sdcdesk.search.codings.lattice import Lattice, Node
from ui.look.locale import in_user_locale
from ui.models.codings_model import CODING, LEFT_OUT, LOSS, VERDICT, CodingsModel
from ui.pages.safe_coding.coding_list import CodingRows
from ui.pages.safe_coding.effect_view import EffectView
from ui.pages.safe_coding.local_line import LocalLine
from ui.widgets.card import Card
from ui.widgets.label import hairline, label
from ui.widgets.plain_table import ROW

ROWS = 5
"""Codings that are seen without scrolling."""

ABOUT = Explanation(
    "The finest codings",
    "These codings meet the condition, and each becomes unsafe if any variable is taken one level finer. "
    "Every other coding that meets it is coarser than one of them. The one that loses least is not always "
    "among the first to be safe: a finer coding may leave out more records.",
    source="Samarati 2001",
)


class FinestCard(Card):
    """The finest solutions as rows, by their loss."""

    chosen = Signal(object)
    """Another coding was chosen, by its levels."""

    used = Signal(object)
    """A coding is to be used, by its levels."""

    menu_wanted = Signal(object)
    """The menu of the chosen coding is wanted, at a place on the screen."""

    def __init__(self, local: LocalLine) -> None:
        super().__init__("The finest", margin=0)
        self.local = local
        self.model = CodingsModel(self, finest_only=True)
        self.rows = CodingRows("The finest codings", self.model, (CODING, LEFT_OUT, LOSS, VERDICT))
        self.rows.setMinimumHeight(ROW * (ROWS + 1) + 2)
        self.preview = self.add_action("Preview")
        self.effect = EffectView()
        self.remark = label(style="caption", tone="text3", wraps=True)
        self.remark.setContentsMargins(12, 0, 12, 8)
        self.body.addWidget(self.rows, 1)
        self.body.addWidget(hairline())
        self.body.addWidget(self.effect)
        self.body.addWidget(local)
        self.body.addWidget(self.remark)
        self.body.setSpacing(0)
        for signal, own in (
            (self.rows.chosen, self.chosen),
            (self.rows.used, self.used),
            (self.rows.menu_wanted, self.menu_wanted),
        ):
            signal.connect(own)

    def show_codings(self, table: CodingTable, lattice: Lattice, loss_text: Callable[[float], str]) -> None:
        """Show other codings; see `CodingsModel.show_table`."""
        self.rows.set_lattice(lattice)
        self.model.show_table(table, lattice, loss_text)
        n = self.model.rowCount()
        words = "The finest that meets the condition", "The {n} finest that meet the condition"
        self.set_title(in_user_locale(sentence(*words, "n", n=n)))

    def has_room(self, width: int) -> bool:
        """Return whether two lines hold the longest words where the card is so wide."""
        return self.rows.has_room(width)

    def best(self) -> list[Node]:
        """Return the codings that lose least, the first that are seen."""
        return [self.model.node(row) for row in range(min(self.model.rowCount(), ROWS))]

    def set_current(self, node: Node | None) -> None:
        """Choose a coding without a signal."""
        self.rows.set_current(node)
