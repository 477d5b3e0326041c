"""Dialog that asks for the fields of one model: what a table is made of, where it is read from, its name."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.model import Model
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 560, 620

Asked = TypeVar("Asked", bound=Model)


class ModelDialog(Dialog, Generic[Asked]):
    """Asks for a model.

    Parameters
    ----------
    title, act
        The title, and what the button says that takes it.
    kind
        The class of the model.
    model
        As it is; None: a new one.
    data
        What it is about; None: it needs no data.
    fields
        Which fields are asked for; None: all.
    offers
        What can be chosen besides variables, by its class.
    note
        What is said beside the buttons.
    """

    def __init__(
        self,
        title: str,
        act: str,
        kind: type[Asked],
        model: Asked | None,
        parent: QWidget | None = None,
        *,
        data: Microdata | None = None,
        fields: Sequence[str] | None = None,
        offers: Mapping[type, Mapping[str, Any]] | None = None,
        note: str = "",
    ) -> None:
        super().__init__(title, act, parent)
        self.answer: Asked | None = None
        self.form: ModelForm[Asked] = ModelForm(kind, data, model, fields=fields, offers=offers)
        self.form.edited.connect(self._judge)
        self.lay_out(scrolled(widget_in(column(self.form, ..., margins=AROUND))), note)
        resize_within_screen(self, WIDTH, HEIGHT)
        self._judge()

    def act(self) -> None:
        """Take the model as it was entered."""
        try:
            self.answer = self.form.model()
        except SdcError:
            return
        self.accept()

    def _judge(self) -> None:
        try:
            self.form.entered()
        except SdcError:
            self.allow("Mend what is marked." if self.form.touched() else "Say first what is asked for here.")
            return
        self.allow("")
