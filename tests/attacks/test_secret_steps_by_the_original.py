"""Parameters of a secret step do not follow from figures of the original beside the released ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import METHODS
from sdcdesk.release.measure_check import check_measure
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.export import figures_text
from sdcdesk.risk import WeightMatrix
from tests.contract.conftest import finished_folder as finished_folder  # a fixture
from tests.contract.conftest import people
from tests.contract.test_measures import CASES

DIAGONAL = 0.72
RECORDS = 3000


def release(folder: Path, *, secret: bool) -> Release:
    """Return the check of a file whose only key went through PRAM, with a limit on k."""
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"sick": random.choice(["yes", "no"], RECORDS, p=[0.1, 0.9]), "x": range(RECORDS)})
    file, at = folder / "people.csv", folder / "people.sdcdesk"
    frame.to_csv(file, index=False)
    method = METHODS["pram"](variable="sick", diagonal=100 * DIAGONAL)
    limit = Limit(measure="disclosure_risk", figure="k", side="at least", value=3)
    project = Project(
        data=DataReference.to(file, at, ReadOptions()),
        weights={"all": WeightMatrix.maximal()},
        recipe=Recipe(seed=2**62 + 1).then(method, secret=secret),
        scenarios=[Scenario(name="S", keys=["sick"], weights="all", limits=[limit])],
    )
    return check_release(project, Pipeline(project.open_data(at)).run(project.recipe)).followed()


def originals(found: Any) -> Iterator[int]:
    """Yield the smallest group of the original, wherever public figures tell it."""
    for point in found["path"][:-1]:
        yield from (
            one["found"]["value"] for one in point["figures"] if one["found"] and one["figure"] == "k"
        )
    for scenario in found["scenarios"]:
        for measure in scenario["measures"]:
            if before := measure["figures"].get("k", {}).get("before"):
                yield before["value"]


def diagonal(was: int, now: int) -> float:
    """Solve now = was · d + (n − was) · (1 − d)."""
    return (now - RECORDS + was) / (2 * was - RECORDS)


@pytest.mark.parametrize("secret", [False, True])
def test_the_matrix_does_not_follow_from_the_groups_of_the_original(secret: bool, tmp_path: Path) -> None:
    found = json.loads(figures_text(release(tmp_path, secret=secret)))
    now = found["scenarios"][0]["measures"][-1]["figures"]["k"]["value"]
    assert now, "k of the released file is told: everybody can count it"
    solved = [diagonal(was, now) for was in originals(found) if was is not None]
    if secret:
        assert not solved
    else:
        assert len(solved) > 1
        assert all(abs(one - DIAGONAL) < 0.02 for one in solved), "else this test proves nothing"


@pytest.mark.parametrize("measure", [case.values[0] for case in CASES], ids=[case.id for case in CASES])
def test_no_measure_tells_the_original_beside_a_secret_masking(
    measure: Measure, finished_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(finished_folder)
    data = people(200)
    masked = METHODS["pram"](variable="school", diagonal=80.0).apply(data, seed=2)
    if "school" not in measure.looked_at(data):
        pytest.skip("it does not look at the secret variable")
    entry = check_measure(measure, data, masked)
    if not measure.also_for_original or entry.after is None:
        pytest.skip("it tells nothing of the original by itself")
    secret = entry.to_json(Edition(secret=frozenset({"school"})))["figures"]
    told = [name for name, one in secret.items() if one.get("before", {}).get("value") is not None]
    assert not told
    unmarked = entry.to_json(Edition())["figures"]
    assert any("before" in one for one in unmarked.values())
