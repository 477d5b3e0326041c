"""Icons of the program in the sizes and formats that each system wants, drawn from the program's own logo."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from stages import ROOT, SetUpError

if TYPE_CHECKING:
    from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LOGO = ROOT / "resources" / "icons" / "logo.svg"


def drawing() -> str:
    """Return the logo in the program's own colour, as SVG."""
    colours = tomllib.loads((ROOT / "resources" / "style" / "colours.toml").read_text(encoding="utf-8"))
    light = colours["colours"]["accent"][0]
    return LOGO.read_text(encoding="utf-8").replace("currentColor", light)


def write_icon(size: int, file: Path) -> None:
    """Write the logo as a picture of so many pixels; the name says the format (.png, .ico, .icns).

    Raises
    ------
    SetUpError
        Qt cannot write that format here.
    """
    _ = QGuiApplication.instance() or QGuiApplication([])
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(drawing().encode())).render(painter)
    painter.end()
    if not image.save(str(file)):
        raise SetUpError(f"The icon {file} cannot be written.")
