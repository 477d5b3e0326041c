"""Charts and tables as files: PNG, SVG, CSV, and the clipboard."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QGuiApplication, QImage, QPaintDevice, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from sdcdesk.core.files.atomic import same_file, write_atomically
from sdcdesk.core.running.errors import SdcError, WriteError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.separated import comma_separated, tab_separated
from ui.look.theme import theme
from ui.session.session import Session
from ui.widgets.painting import paint_text

SHARP = 2
"""Pixels of a PNG for every pixel on the screen."""

ORIGINALS = "originals"
"""Property of a window: names of the files that its project was made from, which are never replaced."""

SIDE, LINE = 8, 24
"""Pixels beside a title, and of its line."""

Table = list[list[str]]


def require_other_file(path: Path, originals: Iterable[Path]) -> None:
    """Refuse to replace a file of the open project.

    Parameters
    ----------
    path
        Where something would be written.
    originals
        The files of the project.

    Raises
    ------
    WriteError
        It is one of them.
    """
    if any(same_file(path, original) for original in originals):
        words = "{name} belongs to the open project and is never replaced; choose another name."
        raise WriteError(sentence(words, name=path.name))


class Exportable(Protocol):
    """What can be exported."""

    def table(self) -> Table:
        """Return what is shown as rows of text, the header first."""

    def picture(self) -> QImage:
        """Return what is shown, twice as sharp as on the screen."""

    def drawing(self) -> bytes:
        """Return what is shown as SVG."""


def png(image: QImage) -> bytes:
    """Return an image as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know no device and no text here
    return bytes(buffer.data().data())


def widget_picture(widget: QWidget, *titles: str, legend: QWidget | None = None) -> QImage:
    """Return what a widget shows as an image below its titles, twice as sharp as on the screen.

    Parameters
    ----------
    widget, titles
        What is shown, and the lines above it.
    legend
        What stands at the right of the first line.
    """
    image = QImage(_room(widget, titles) * SHARP, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(SHARP)
    _paint(widget, image, titles, legend)
    return image


def widget_drawing(widget: QWidget, *titles: str, legend: QWidget | None = None) -> bytes:
    """Return what a widget shows as SVG, below its titles; see `widget_picture`."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(_room(widget, titles))
    generator.setViewBox(QRect(QPoint(), _room(widget, titles)))
    generator.setTitle(titles[0])
    _paint(widget, generator, titles, legend)
    return bytes(buffer.data().data())


def _room(widget: QWidget, titles: Sequence[str]) -> QSize:
    return widget.size() + QSize(2 * SIDE, LINE * len(titles) + SIDE)


def _paint(
    widget: QWidget, device: QPaintDevice, titles: Sequence[str], legend: QWidget | None = None
) -> None:
    if legend:
        legend.adjustSize()  # it may never have been shown
    painter, seen = QPainter(device), QWidget.RenderFlag.DrawChildren
    painter.fillRect(QRect(QPoint(), _room(widget, titles)), theme().colour("surface"))
    for place, title in enumerate(titles):
        beside = legend.width() + SIDE if legend and not place else 0
        line = QRect(SIDE, place * LINE, widget.width() - beside, LINE)
        paint_text(painter, line, title, "caption" if place else "card_title")
        if legend and not place:
            corner = QPoint(SIDE + widget.width() - legend.width(), (LINE - legend.height()) // 2)
            legend.render(painter, corner, QRegion(), seen)
    # A plot's own `render` means its scene, not what is seen of it.
    QWidget.render(widget, painter, QPoint(SIDE, LINE * len(titles)), QRegion(), seen)
    painter.end()


class Exporter(QObject):
    """Writes what a widget shows.

    Parameters
    ----------
    owner
        The widget; file dialogs lie above it.
    name
        Returns the name proposed for a file, without its ending.
    """

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: the file could not be written."""

    def __init__(self, owner: QWidget, name: Callable[[], str]) -> None:
        super().__init__(owner)
        self._owner, self._name = owner, name

    def report_to(self, session: Session) -> None:
        """Let the session say how it went."""
        self.saved.connect(session.done)
        self.failed.connect(session.failed)

    def fill_menu(self, menu: QMenu, exportable: Exportable) -> None:
        """Add Copy, PNG, SVG and CSV of what is shown to a menu."""
        menu.addAction("Copy").triggered.connect(lambda: self.copy(exportable.table()))
        self.add_forms(
            menu,
            {
                "png": lambda: png(exportable.picture()),
                "svg": exportable.drawing,
                "csv": lambda: comma_separated(exportable.table()),
            },
        )

    def add_forms(self, menu: QMenu, forms: Mapping[str, Callable[[], bytes]]) -> None:
        """Add to a menu what saves each of some forms, by the ending of its files."""
        for ending, content in forms.items():
            action = menu.addAction(sentence("Save as {form}…", form=ending.upper()))
            action.triggered.connect(lambda _checked=False, e=ending, c=content: self.ask(e, c))

    def fill_rows(self, menu: QMenu, displayed: Callable[[], Table], exact: Callable[[], Table]) -> None:
        """Add to a menu what copies rows as they are shown, and copies or saves them with all digits."""
        menu.addAction("Copy as shown").triggered.connect(lambda: self.copy(displayed()))
        menu.addAction("Copy at full precision").triggered.connect(lambda: self.copy(exact()))
        saved = menu.addAction("Save as CSV…")
        saved.triggered.connect(lambda: self.ask("csv", lambda: comma_separated(exact())))

    def copy(self, rows: Table) -> None:
        """Put rows on the clipboard, separated by tabs."""
        QGuiApplication.clipboard().setText(tab_separated(rows))
        self.saved.emit(sentence("Copied the numbers of {name}", name=self._name()))

    def save(self, path: Path, content: bytes) -> None:
        """Write a file whole or not at all, and say how it went."""
        originals = self._owner.window().property(ORIGINALS) or []
        try:
            require_other_file(path, map(Path, originals))
            warning = write_atomically(path, lambda file: file.write(content), overwrite=True)
        except SdcError as error:
            self.failed.emit(error)
        else:
            self.saved.emit(". ".join((sentence("Saved {name}", name=path.name), *warning)))

    def ask(self, ending: str, content: Callable[[], bytes]) -> None:
        """Ask for a file name, and write the file."""
        proposed = f"{self._name()}.{ending}"
        title, kinds = sentence("Save as {form}", form=ending.upper()), f"{ending.upper()} (*.{ending})"
        name, _ = QFileDialog.getSaveFileName(self._owner, title, proposed, kinds)
        if name:
            self.save(Path(name), content())
