"""No figure is privileged: the names of single measures stand where these are at home, and nowhere else."""

import re
from pathlib import Path

import pytest

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.document.measures import MEASURES, lead, leading_figure, leading_measure

ROOT = Path(__file__).resolve().parents[2]

NAMES = re.compile(r"DisclosureRisk|disclosure_risk|dr_weighted|HeadlineLoss|headline_loss")

AT_HOME = {
    "sdcdesk/risk": "the measures of risk themselves",
    "sdcdesk/loss": "the measures of loss themselves",
    "sdcdesk/__init__.py": "an example of what the library does",
    "sdcdesk/document/migrations.py": "what files of format 1 could say",
    "sdcdesk/release/reweighed.py": "the risk with other weight matrices, which is about this measure alone",
    "sdcdesk/release/matrix_comparison.py": "a table of weight matrices, likewise",
    "ui/pages/weights": "the page of the weight matrix",
}
"""Where a name may stand, and why."""


def strangers() -> list[str]:
    """Return the files, outside those at home, that name one measure or its figure."""
    found = []
    for top in ("sdcdesk", "ui"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            home = any(name == place or name.startswith(f"{place}/") for place in AT_HOME)
            if not home and NAMES.search(path.read_text(encoding="utf-8")):
                found.append(name)
    return found


def test_single_measures_are_named_where_they_are_at_home_only() -> None:
    assert strangers() == [], "take the figure from the axes of the project, or declare it at the measure"


@pytest.mark.parametrize("place", AT_HOME)
def test_every_home_names_one(place: str) -> None:
    path = ROOT / place
    files = path.rglob("*.py") if path.is_dir() else [path]
    assert any(NAMES.search(file.read_text(encoding="utf-8")) for file in files), "it is at home no more"


@pytest.mark.parametrize("concern", Concern)
def test_one_measure_of_each_concern_leads_with_figures_that_it_declares(concern: Concern) -> None:
    leading = [kind for kind in MEASURES if kind.concern is concern and kind.lead is not None]
    assert leading == [leading_measure(concern)]
    [kind], names = leading, {declared.name for declared in leading[0].declares}
    found = lead(concern)
    assert {found.figure, *found.overview, *found.summary, *found.companions} <= names
    declared = kind.declared(found.figure)
    assert declared is not None
    assert declared.better, "a limit can stand on it"
    assert leading_figure(concern) == (kind.name, found.figure)
    assert kind() is not None, "it needs no parameter"
