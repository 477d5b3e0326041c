"""Sentence with fields: words and controls beside one another, in the order of the sentence."""

import re
from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from ui.look.locale import in_user_locale
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label

HOLE = re.compile(r"\{(\w+)\}")


class SentenceRow(QWidget):
    """A sentence whose named holes are controls; in a narrow window it has several lines.

    Parameters
    ----------
    template
        The sentence, with the names of controls in braces.
    controls
        By name what stands in the holes.
    """

    def __init__(self, template: str, controls: Mapping[str, QWidget]) -> None:
        super().__init__()
        line = FlowLayout(self, centred=True)
        for place, part in enumerate(HOLE.split(in_user_locale(template))):
            if place % 2:
                line.addWidget(controls[part])
            elif words := part.strip():
                line.addWidget(label(words, tone="text2"))
