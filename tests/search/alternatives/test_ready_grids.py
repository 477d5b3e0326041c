"""Ready grids fit any file that has the variables they need, and nothing in them fails."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.search.alternatives.alternative import find_alternatives
from sdcdesk.search.alternatives.ready_grids import READY, ReadyGrid, ready_grid
from sdcdesk.search.alternatives.shared_steps import SharedSteps

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "billing_5000.sdcdesk"


@pytest.mark.parametrize("ready", READY, ids=lambda one: one.name)
def test_every_alternative_can_be_applied(ready: ReadyGrid, project: Project, people: Microdata) -> None:
    grid = ready.make(project, people)
    alternatives = find_alternatives(grid.changed(draws=1), project, people)
    assert len(alternatives) > 8
    assert len({one.key for one in alternatives}) == len(alternatives), "none stands twice"
    steps = SharedSteps(people, [one.recipe for one in alternatives])
    assert not [one.words for one in alternatives if steps.run(one.recipe).failed]
    assert sdc.Grid(**grid.model_dump(mode="json")) == grid


def test_the_comparative_study_fits_the_sample() -> None:
    project = load(SAMPLE)
    data = project.open_data(SAMPLE)
    grid = ready_grid("study").make(project, data)
    alternatives = find_alternatives(grid, project, data)
    lines = {line.name: line.parameters for [line] in grid.lines}
    assert lines["Rank swapping"]["window"] == tuple(map(float, range(1, 21)))
    assert lines["Lossy compression"]["quality"] == tuple(range(10, 101, 10))
    assert {"Microaggregation by variable", "Microaggregation of 2 variables at once"} < set(lines)
    assert {"Additive noise", "Resampling"} < set(lines)
    assert all(line["variables"] == (("Age", "Amount_Billed"),) for line in lines.values())
    assert len(alternatives) == grid.runs == 2 * 5 + 20 + 6 + 5 + 10


def test_variables_are_grouped_by_two_and_more_up_to_all() -> None:
    rng = np.random.default_rng(3)
    data = sdc.Microdata(pd.DataFrame({f"v{n}": rng.normal(size=30) for n in range(6)}))
    grid = ready_grid("study").make(None, data)
    sizes = [line.parameters["at_once"] for [line] in grid.lines if "at_once" in line.parameters]
    assert sizes == [(2,), (3,), (4,), (6,)]


@pytest.mark.parametrize("name", ["study", "numbers", "keys"])
def test_a_file_without_such_variables_is_refused_with_a_word(name: str, project: Project) -> None:
    data = sdc.Microdata(pd.DataFrame({"town": ["a", "b"]}))
    with pytest.raises(sdc.SdcError, match="nothing to mask"):
        ready_grid(name).make(project.changed(scenarios=()), data)


def test_samples_are_drawn_three_times_each(project: Project, people: Microdata) -> None:
    grid = ready_grid("samples").make(project, people)
    first = grid.changed(lines=[grid.lines[0][0].changed(parameters={"percentage": [50.0]})])
    found = sdc.compare(project, first, data=people)
    assert [one.alternative.draw for one in found.outcomes] == [1, 2, 3]
    assert len({one.value(found.risk) for one in found.outcomes}) > 1, "S1, S2 and S3 differ in their risk"
