"""Rows of the recipe: no number of them is cut."""

from collections.abc import Callable

import pytest
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
