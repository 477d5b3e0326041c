"""Tabs of the tables stage, each imported when it is first opened."""

from collections.abc import Callable

from ui.pages.stage_tab import StageTab
from ui.session.navigator import BY_AREA, CRITIQUE, TOGETHER

THIS_TABLE = "This table"
"""Title of the stage's own tab."""


def _together() -> type[StageTab]:
    from ui.pages.tables.together.together_tab import TogetherTab

    return TogetherTab


def _areas() -> type[StageTab]:
    from ui.pages.tables.areas.areas_tab import AreasTab

    return AreasTab


def _critique() -> type[StageTab]:
    from ui.pages.tables.critique.critique_tab import CritiqueTab

    return CritiqueTab


TABS: dict[str, Callable[[], type[StageTab]]] = {
    TOGETHER: _together,
    BY_AREA: _areas,
    CRITIQUE: _critique,
}
"""By their names the tabs beside it."""
