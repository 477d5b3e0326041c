"""Tabs of the tables stage, each imported when it is first opened."""

from collections.abc import Callable

from ui.pages.stage_tab import StageTab
from ui.session.navigator import BY_AREA, CRITIQUE

THIS_TABLE = "This table"
"""Title of the stage's own tab."""


def _areas() -> type[StageTab]:
    from ui.pages.tables.areas.areas_tab import AreasTab

    return AreasTab


def _critique() -> type[StageTab]:
    from ui.pages.tables.critique.critique_tab import CritiqueTab

    return CritiqueTab


TABS: dict[str, Callable[[], type[StageTab]]] = {BY_AREA: _areas, CRITIQUE: _critique}
"""By their names the tabs beside it."""
