"""Examples of papers: each opens as work that was never saved, and shows the figures that its title names."""

from pathlib import Path

import numpy as np
import pytest

from sdcdesk.core.results.findings import Findings
from sdcdesk.document.examples.catalogue import EXAMPLES
from sdcdesk.document.measure_commands import find_measure
from sdcdesk.document.opened import Opened
from sdcdesk.document.sample import examples_folder, writable
from sdcdesk.risk import LinkedTables
from sdcdesk.tables import Dominance, RuleCritique

AREAS = {
    "census_tables": {"risk": 0.3, "fuzzy_risk": 16 / 30},
    "census_false_matches": {"risk": 0.3, "false_matches": 3},
    "census_sole": {"risk": 0.4},
    "census_threshold": {"risk": 0.6},
    "figure_1": {"risk": 0.0},
    "figure_4": {"risk": 0.0},
    "chi_square": {"risk": 0.0, "records_at_risk": 0},
}
"""By example figures that the paper or the title names."""


def opened(name: str, folder: Path) -> Opened:
    return next(one for one in EXAMPLES if one.name == name).open(folder)


def assessed(work: Opened) -> Findings:
    measure = find_measure(work.project, work.project.scenarios[0], LinkedTables)
    assert measure is not None
    return measure.assess(work.data, work.data)


def test_every_example_has_a_name_and_a_title_of_its_own() -> None:
    assert len({one.name for one in EXAMPLES}) == len({one.title for one in EXAMPLES}) == len(EXAMPLES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("examples")


@pytest.mark.parametrize("name", list(AREAS))
def test_an_example_of_areas_shows_its_figures(name: str, folder: Path) -> None:
    work = opened(name, folder)
    assert (work.path, len(work.remarks)) == (None, 1)
    findings = assessed(work)
    assert {figure: findings.value(figure) for figure in AREAS[name]} == pytest.approx(AREAS[name])


def test_small_areas_have_a_risk_that_false_matches_outweigh(folder: Path) -> None:
    for name in ("figure_2", "figure_5"):
        findings = assessed(opened(name, folder))
        assert 0 < findings.value("records_at_risk") < findings.value("false_matches")  # type: ignore[operator]
        assert findings.value("vanishes_above") < 100  # type: ignore[operator]


def test_two_tables_as_key_and_ever_more_counts(folder: Path) -> None:
    pairs = assessed(opened("two_tables_as_key", folder)).tables["every_two"].frame
    assert len(pairs) == 28
    assert (pairs["true"] == 0).all()  # as the paper found
    more = assessed(opened("counts_against_area", folder)).tables["ever_more"].frame
    assert more["counts"].is_monotonic_increasing
    assert more["risk"].is_monotonic_increasing


def test_equal_statistics_of_different_counts(folder: Path) -> None:
    frame = opened("chi_square", folder).data.frame
    tables = [
        own.groupby(["Sex", "Group"], observed=True).size().unstack().to_numpy()
        for _, own in frame.groupby("Area", observed=True)
    ]
    statistics = []
    for table in tables:
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
        statistics.append(((table - expected) ** 2 / expected).sum())
    assert statistics == pytest.approx([2, 2])
    assert (tables[0] != tables[1]).all()


@pytest.mark.parametrize("name", [one.name for one in EXAMPLES if one.shown == "critique"])
def test_an_example_of_rules_has_the_cells_of_the_paper(name: str, folder: Path) -> None:
    work = opened(name, folder)
    (planned,) = work.project.tables
    assert planned.plan is not None
    (rule,) = planned.rules
    assert isinstance(rule, Dominance)
    table = planned.plan.build(work.data).sensitive(rule)
    sensitive = {table.codes(at)[0] for at in np.flatnonzero(table.is_sensitive)}
    names = set(work.data.frame["cell"])
    assert sensitive & names == names - {"passes"}
    found = RuleCritique(n=rule.n, k=rule.k).find(table)
    wanted = {"three_contributors": ("ratio", 0.9), "two_of_three_quarters": ("smallest_failing", 4)}
    if name in wanted:
        figure, value = wanted[name]
        assert found.value(figure) == pytest.approx(value)


def test_data_are_written_once_and_projects_are_offered_elsewhere(folder: Path) -> None:
    first = opened("census_tables", folder)
    file = folder / "census_10.csv"
    written = file.stat().st_mtime_ns
    assert opened("census_sole", folder).project.data == first.project.data
    assert file.stat().st_mtime_ns == written
    file.write_text("spoilt", encoding="utf-8")
    assert assessed(opened("census_tables", folder)).value("risk") == pytest.approx(0.3)
    assert writable(examples_folder() / "census_10.sdcdesk").parent == Path.home()
