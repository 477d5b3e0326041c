import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.hierarchies.hierarchy import Hierarchy
from tests.ui.page_window import PageWindow
from ui.pages.masking import stage as masking_stage
from ui.pages.masking.page import MaskingPage
from ui.pages.safe_coding.safe_coding_tab import SafeCodingTab
from ui.session.navigator import SAFE_CODING
from ui.session.session import Session

AGES = 120


def bands(width: int) -> tuple[str, ...]:
    return tuple(f"{age // width * width}-{age // width * width + width - 1}" for age in range(AGES))


def age() -> Hierarchy:
    titles = ("5-year bands", "10-year bands", "20-year bands")
    values = tuple(str(age) for age in range(AGES))
    return Hierarchy(name="Age", values=values, levels=(bands(5), bands(10), bands(20)), titles=titles)


def sex() -> Hierarchy:
    return Hierarchy.from_rows({"F": "any", "M": "any"}, name="Sex")


def races() -> Hierarchy:
    rows = dict.fromkeys(("Asian", "Black", "Other", "White"), "any")
    return Hierarchy.from_rows(rows, name="Race")


def zips(values: list[str]) -> Hierarchy:
    levels = tuple(f"{zip_[:4]}*" for zip_ in values), tuple(f"{zip_[:3]}**" for zip_ in values)
    titles = ("first 4 digits", "first 3 digits")
    return Hierarchy(name="Zip", values=tuple(values), levels=levels, titles=titles)


class Stand(PageWindow[MaskingPage]):
    """The masking page with the tab, over the sample without steps and with a hierarchy for each key."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(MaskingPage, masking_stage.STAGE, session, qtbot)
        assert session.data is not None
        known = sorted(set(session.data.column("Zip").astype(str)))
        own = (age(), sex(), zips(known), races())
        self.change(lambda p: p.changed(recipe=p.recipe.changed(steps=()), hierarchies=own))

    @property
    def tab(self) -> SafeCodingTab:
        tab = self.page.tabs.current
        assert isinstance(tab, SafeCodingTab)
        return tab

    def open(self) -> SafeCodingTab:
        self.page.open_tab(SAFE_CODING)
        return self.tab

    def press(self) -> None:
        """Press the filled button, and wait."""
        self.page.header.filled.click()
        self.settle()


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)
