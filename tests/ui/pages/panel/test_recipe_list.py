"""Rows of the recipe: no number of them is cut."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QWidget

from sdcdesk.release.step_effects import StepRow
from ui.look.theme import theme
from ui.models.recipe_model import RecipeModel
from ui.pages.panel import recipe_list
from ui.pages.panel.recipe_list import RecipeList
from ui.widgets.painting import paint_text

ROW = StepRow(3, "Sample 80 %", on=True, risk="Risk 0.95 → ≤ 1.22 %", loss="loss +3.3", raised=True)


def test_numbers_go_to_a_second_line_rather_than_being_cut(
    shown: Callable[..., QWidget], monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = []

    def noted(painter, rect, text, style="body", *others, **named):
        if style == "caption" and theme().metrics(style).horizontalAdvance(text) > rect.width():
            cut.append(text)
        return paint_text(painter, rect, text, style, *others, **named)

    monkeypatch.setattr(recipe_list, "paint_text", noted)
    heights = {}
    for width in (400, 246):
        model = RecipeModel()
        model.set_rows([ROW])
        rows = shown(RecipeList(model), width, 200)
        assert not rows.grab().isNull()
        heights[width] = rows.sizeHintForRow(0)
    assert cut == []
    assert heights[246] == heights[400] + theme().metrics("caption").height()


LONG = StepRow(
    12,
    "Total net equivalised income of the household in euro a year in groups of at least 3",
    on=True,
    shorter=(
        "Total net equivalised income … in euro a year in groups of at least 3",
        "Total net…o a year in groups of at least 3",
    ),
)


def test_long_names_are_cut_before_what_the_step_does(
    shown: Callable[..., QWidget], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, cut = [], []

    def noted(painter, rect, text, style="body", *others, **named):
        drawn.append(text)
        metrics = QFontMetrics(style) if isinstance(style, QFont) else theme().metrics(style)
        cut.extend([text] if metrics.horizontalAdvance(text) > rect.width() else [])
        return paint_text(painter, rect, text, style, *others, **named)

    monkeypatch.setattr(recipe_list, "paint_text", noted)
    model = RecipeModel()
    model.set_rows([LONG])
    rows = shown(RecipeList(model), 280, 200)
    assert not rows.grab().isNull()
    assert cut == []
    assert " ".join(drawn).rstrip().endswith("12. Total net…o a year in groups of at least 3")
