"""Build dialog: a hierarchy is built from the values of a variable, and seen before it is used."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, joined, sentence
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts, constructed
from sdcdesk.inspection.value_counts import ValueCounts
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, PreviewSide, beside
from ui.forms.form import ModelForm
from ui.look.locale import in_user_locale
from ui.pages.hierarchies.levels_view import LevelsView
from ui.session.computation import Computation, Computing, Failed, Ready
from ui.session.jobs import Jobs
from ui.widgets.layout import resize_within_screen

JOB = "hierarchy preview"
"""Kind of the job that builds a hierarchy for the preview."""

TYPING = 150
"""Milliseconds after the last key before the preview follows."""

ABOUT = (
    "A hierarchy says what the values of a variable may become, level by level, up to one label for all of "
    "them. Whatever is built here can be edited by hand afterwards: values and labels are dragged into other "
    "groups, renamed and merged."
)


class BuildDialog(Dialog):
    """Asks how a hierarchy is built, and shows what comes of it.

    Parameters
    ----------
    called
        What people call the variable.
    found
        Its values, and how often each occurs.
    jobs
        Where it is built.
    replaces
        Whether the variable has a hierarchy already, whose place the new one takes.
    parent
        The window.
    """

    def __init__(
        self,
        called: str,
        found: ValueCounts,
        jobs: Jobs,
        parent: QWidget | None = None,
        *,
        replaces: bool = False,
    ) -> None:
        title = sentence("Build the hierarchy of {name}", name=called)
        super().__init__(title, "Build hierarchy", parent)
        self._found = found
        resize_within_screen(self, *LARGE)
        self.form = ModelForm(Construction)
        self.levels = LevelsView()
        self.preview = PreviewSide(self.levels)
        side = FormSide(About("About hierarchies", ABOUT))
        side.set_form(self.form)
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._typing.timeout.connect(self._preview)
        self._built: Computation[HierarchyCounts] = Computation(jobs, JOB, self)
        self._built.changed.connect(self._on_built)
        self.form.edited.connect(self._on_edited)
        self.show_text("It takes the place of the present one, which undo brings back." if replaces else "")
        self.lay_out(beside(side, self.preview))
        self._preview()

    @property
    def hierarchy(self) -> Hierarchy | None:
        """What is built; None while there is none."""
        return self._built.state.value.hierarchy if isinstance(self._built.state, Ready) else None

    def done(self, result: int) -> None:
        """Close, and let go of what is under way."""
        self._typing.stop()
        if not isinstance(self._built.state, Ready):
            self._built.drop()
        super().done(result)

    def show_missing(self) -> None:
        """Give the keyboard to the field that lacks something."""
        self.form.focus_first()

    def _on_edited(self) -> None:
        self._built.become(Computing(self._built.last))
        self._typing.start()

    def _preview(self) -> None:
        """Build what is entered, in the background."""
        try:
            wanted, found = self.form.entered(), self._found
        except SdcError as error:
            self._built.become(Failed(error))
            return

        def work(_progress: Progress) -> HierarchyCounts:
            return constructed(wanted, found)

        self._built.start("Building the hierarchy", work)

    def _on_built(self) -> None:
        state = self._built.state
        self.preview.show_state(state)
        if isinstance(state, Ready):
            hierarchy = state.value.hierarchy
            self.form.show_problem("", "")
            self.levels.show_hierarchy(hierarchy, state.value)
            sizes = counted(len(hierarchy.values), "value"), counted(hierarchy.height, "level")
            self.preview.note.setText(in_user_locale(joined(sizes)))
            self.allow("")
        elif isinstance(state, Failed):
            self.form.show_error(state.error)
            self.allow(self.form.error_text(state.error))
        else:
            self.allow("The preview is being made")
