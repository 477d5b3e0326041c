"""Row of a suggested recipe: its steps in words, why each is there, its figures, and what adopts it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame

from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.verdict import judgement_text
from sdcdesk.search.suggestion.assessed import Assessed, Judged
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.buttons import button, link
from ui.widgets.label import label, words_label
from ui.widgets.layout import column, row
from ui.widgets.reason import allow

ADOPT, RESTORE = "Adopt", "Restore means and covariances"


class RecipeRow(QFrame):
    """A recipe that keeps all limits.

    Parameters
    ----------
    number
        Its place in the list, from 1.
    one
        The recipe.
    words
        Its steps in words.
    reasons
        Why each step is there.
    axis
        What is lost, in a word.
    """

    chosen = Signal()
    """The recipe was chosen."""

    used = Signal()
    """The recipe is to become that of the project."""

    restore_wanted = Signal()
    """Means and covariances are to be restored."""

    def __init__(self, number: int, one: Assessed, words: str, reasons: tuple[str, ...], axis: str) -> None:
        super().__init__()
        self.number, self.one = number, one
        self.setObjectName("suggestedRecipe")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        loss = quantity_text(one.loss, user_locale(), noun=False).text
        self.setAccessibleName(
            in_user_locale(
                sentence(
                    "{number}: {words}, {axis} {loss}", number=str(number), words=words, axis=axis, loss=loss
                )
            )
        )
        self.setAccessibleDescription(" ".join(in_user_locale(reason) for reason in reasons))
        self.adopt = button(ADOPT, small=True)
        self.adopt.setAccessibleName(in_user_locale(sentence("Adopt recipe {number}", number=str(number))))
        self.adopt.clicked.connect(self.used)
        # A line never ends within "k = 2".
        title = words_label(words.replace(" = ", "\u00a0=\u00a0"), "card_title")
        told = [label(reason, "caption", "text2", wraps=True) for reason in reasons]
        limits = [words_label(_judged_text(judged), "caption", "text2") for judged in one.judged]
        self.restore = link(RESTORE)
        self.restore.setAccessibleName(
            in_user_locale(sentence("Restore means and covariances of recipe {number}", number=str(number)))
        )
        self.restore.clicked.connect(self.restore_wanted)
        self.restore.hide()
        left = column(title, *told, *limits, row(self.restore, ...), spacing=2)
        lost = label(loss, "card_title", "loss_text")
        lost.setToolTip(axis)
        place = label(str(number), "card_title")
        top = Qt.AlignmentFlag.AlignTop
        row(
            (place, top),
            (left, 1),
            (lost, top),
            (self.adopt, top),
            spacing=12,
            margins=(12, 8, 12, 8),
            inside=self,
        )

    def set_chosen(self, *, chosen: bool) -> None:
        """Show whether it is the chosen one."""
        if bool(self.property("chosen")) != chosen:
            self.setProperty("chosen", chosen)
            self.style().unpolish(self)
            self.style().polish(self)

    def allow(self, why: str) -> None:
        """Say why it cannot be adopted; empty: it can."""
        allow(self.adopt, why)

    def offer_repair(self, why: str | None) -> None:
        """Offer to restore means and covariances, or say why not; None: there is nothing to restore."""
        self.restore.setVisible(why is not None)
        allow(self.restore, why or "")

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose it."""
        super().mousePressEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.chosen.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Adopt it."""
        super().mouseDoubleClickEvent(event)
        if self.adopt.isEnabled():
            self.used.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Choose it where the keyboard leads to it."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Adopt it with Enter; arrows lead to its neighbours."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.adopt.isEnabled():
            self.used.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def _go(self, by: int) -> None:
        parent = self.parentWidget()
        rows = [one for one in parent.findChildren(RecipeRow) if one.isVisible()] if parent else []
        place = rows.index(self) + by if self in rows else -1
        if 0 <= place < len(rows):
            rows[place].setFocus(Qt.FocusReason.OtherFocusReason)
            rows[place].chosen.emit()


def _judged_text(judged: Judged) -> str:
    """Return a limit with what was found: "Neighbour: DR_W is 0.41 %, within 2 %"."""
    judgement = judgement_text(judged.judgement, user_locale())
    return sentence("{scenario}: {judgement}", scenario=judged.scenario, judgement=judgement)
