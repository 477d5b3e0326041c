"""Truta, Fotouhi and Barth-Jones 2004, Figures 2.1 and 2.3: which of three samples is the safest."""

from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.risk import TRUTA_2004
from sdcdesk.search.alternatives.comparison import Comparison
from tests.worked.test_truta_sampling import PEOPLE, RISKS, SAMPLES

WEIGHTS = {name: TRUTA_2004[name] for name in ("W1", "W2", "W3", "W4")}


@pytest.fixture
def found(tmp_path: Path) -> Comparison:
    frame = PEOPLE.frame.assign(no=range(1, 11))
    keys = [{"name": name, "role": "key"} for name in PEOPLE.names]
    people = Microdata(frame, PEOPLE.variables).describe(
        *(sdc.Variable(**key) for key in keys), sdc.Variable(name="no", role="identifier")
    )
    files = []
    for name, sample in SAMPLES.items():
        files.append((tmp_path / f"{name}.csv").as_posix())
        frame.iloc[sample.rows].to_csv(files[-1], index=False)
    project = Project(
        data=DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions()),
        variables=people.variables,
        weights=WEIGHTS,
        scenarios=[Scenario(name=name, weights=name) for name in WEIGHTS],
        recipe=Recipe(seed=1),
    )
    line = {"method": "finished_file", "parameters": {"file": files, "identity": ["no"]}}
    return sdc.compare(project, sdc.Grid(lines=[line]), data=people)


def test_the_candidates_stand_side_by_side_with_the_printed_risks(found: Comparison) -> None:
    frame = found.frame.set_index("number")
    for number, sample in enumerate(SAMPLES):
        for name in WEIGHTS:
            value = frame.loc[number, f"{name}: disclosure_risk.dr_weighted"]
            assert value == pytest.approx(RISKS[sample, name])
    assert frame["records"].tolist() == [5, 5, 5]


def test_the_third_is_the_safest_by_w3_and_the_second_by_w4(found: Comparison) -> None:
    best = {}
    for name in WEIGHTS:
        axis = found.risk._replace(scenario=name)
        risks = pd.Series([outcome.value(axis) for outcome in found.outcomes], index=list(SAMPLES))
        best[name] = list(risks.index[risks == risks.min()])
    assert best == {"W1": ["S2", "S3"], "W2": ["S3"], "W3": ["S3"], "W4": ["S2"]}


def test_none_of_equal_samples_beats_another(found: Comparison) -> None:
    front = found.front(found.risk._replace(scenario="W1"))
    assert front.numbers == (1, 2)
    assert front.ties == ((1, 2),), "five of ten records each, and nobody alone in both files"
