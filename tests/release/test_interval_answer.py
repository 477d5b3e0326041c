"""Interval queries to a step of a recipe: in Python, of a run, and on the command line."""

import doctest
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.errors import DataError, ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Camouflage, IntervalQuery, Rounding, interval_query
from sdcdesk.release.interval_answer import answer, asked_step, data_asked
from sdcdesk.release.pipeline import Pipeline

SOUTH = {"comparisons": [{"variable": "area", "relation": "is", "values": ["south"]}]}
ROUNDED = Rounding(variables=["income"], base=10.0)
HIDDEN = Camouflage(variables=["income"])
RECIPE = Recipe(seed=5).then(ROUNDED).then(HIDDEN)

TRUTH = {
    "sum": np.sum,
    "mean": np.mean,
    "count": len,
    "at least": lambda values: (values >= 1000).sum(),
    "max": np.max,
    "min": np.min,
    "quantile": lambda values: np.quantile(values, 0.25),
    "standard deviation": lambda values: np.std(values, ddof=1),
    "variance": lambda values: np.var(values, ddof=1),
}


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {"area": rng.choice(["north", "south"], 80), "income": rng.lognormal(7, 1, 80).round(2)}
    )
    described = [
        Variable(name="area", role=Role.KEY),
        Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="euros"),
    ]
    return Microdata(frame, described)


def query(statistic: str, **others: object) -> IntervalQuery:
    at = {"at least": {"threshold": 1000.0}, "quantile": {"below": 25.0}}.get(statistic, {})
    return IntervalQuery(variable="income", statistic=statistic, **at, **others)


@pytest.mark.parametrize("statistic", TRUTH)
@pytest.mark.parametrize("where", [None, SOUTH])
def test_the_answer_contains_the_truth_of_the_file_before_the_step(
    data: Microdata, statistic: str, where: object
) -> None:
    before = data_asked(RECIPE, Pipeline(data).run(RECIPE), 1)
    values = before.numbers("income")
    if where:
        values = values[(before.column("area") == "south").to_numpy()]
    found = answer(RECIPE, 1, before, query(statistic, where=where))
    assert found.sections[0].title.endswith(", where area is south") == (where is not None)
    truth = TRUTH[statistic](values)
    assert found.value("low") <= truth <= found.value("high")
    assert found.value("width") == pytest.approx(found.value("high") - found.value("low"))
    assert (found.value("kind") == "exact") == (statistic == "count")
    assert found.figure("low").unit.name == {
        "count": "records",
        "at least": "values",
        "variance": "euros²",
    }.get(statistic, "euros")


def test_the_example_of_the_manual_page_runs() -> None:
    assert doctest.testmod(interval_query).attempted
    assert not doctest.testmod(interval_query).failed


def test_the_vectors_are_those_of_the_step(data: Microdata) -> None:
    run = Pipeline(data).run(RECIPE)
    found = answer(RECIPE, 1, data_asked(RECIPE, run, 1), query("max"))
    assert found.value("high") == pytest.approx(run.masked.numbers("income_high").max(), rel=1e-8)


def test_a_run_of_another_recipe_is_not_asked(data: Microdata) -> None:
    run = Pipeline(data).run(RECIPE)
    other = RECIPE.edited(0, Rounding(variables=["income"], base=100.0))
    for recipe, known in ((other, run), (RECIPE, None), (RECIPE, Pipeline(data).run(Recipe(seed=5)))):
        with pytest.raises(DataError, match="not computed"):
            data_asked(recipe, known, 1)
    off = RECIPE.switched(0, on=False)
    assert data_asked(off, Pipeline(data).run(off), 1) is data


def test_the_step_that_is_meant_is_clear() -> None:
    assert asked_step(RECIPE) == asked_step(RECIPE, 2) == 1
    with pytest.raises(ParameterError, match="no step that camouflages"):
        asked_step(Recipe(seed=1).then(ROUNDED))
    with pytest.raises(ParameterError, match="Say which step is asked: 2, 3"):
        asked_step(RECIPE.then(HIDDEN))
    with pytest.raises(ParameterError, match="Say which step is asked: 2"):
        asked_step(RECIPE, 1)
    with pytest.raises(ParameterError, match="no step that camouflages"):
        asked_step(RECIPE.switched(1, on=False), 2)


def test_what_cannot_be_answered_says_why(data: Microdata) -> None:
    hidden = {"comparisons": [{"variable": "income", "relation": "more than", "values": [1]}]}
    nobody = {"comparisons": [{"variable": "area", "relation": "is", "values": ["east"]}]}
    for wrong, why in (
        (query("sum", where=hidden), "public variables only"),
        (query("mean", where=nobody), "too few records"),
        (IntervalQuery(variable="area"), "camouflages income"),
    ):
        with pytest.raises(SdcError, match=why):
            answer(RECIPE, 1, data, wrong)
    with pytest.raises(ParameterError, match="has no effect here"):
        IntervalQuery(variable="income", statistic="sum", threshold=3.0)


def test_the_command_answers_as_python_does(
    data: Microdata, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, project = tmp_path / "people.csv", tmp_path / "p.sdcdesk"
    data.frame.to_csv(file, index=False)
    kept = Project(
        data=DataReference.to(file, project, ReadOptions()), variables=data.variables, recipe=RECIPE
    )
    kept.save(project)
    asked = json.dumps({"variable": "income", "statistic": "sum", "where": SOUTH})
    assert main(["query", str(project), "--ask", asked, "--json", "-"]) == 0
    written = json.loads(capsys.readouterr().out)
    read = kept.open_data(project)
    found = answer(RECIPE, 1, data_asked(RECIPE, Pipeline(read).run(RECIPE), 1), query("sum", where=SOUTH))
    assert [written["figures"][end]["value"] for end in ("low", "high")] == [
        found.value("low"),
        found.value("high"),
    ]
    assert (written["step"], written["query"]["statistic"]) == (2, "sum")
    assert main(["query", str(project), "--ask", asked]) == 0
    assert "At least" in capsys.readouterr().out
    assert main(["query", str(project), "--ask", "sum of income"]) == 2
    assert "written as JSON" in capsys.readouterr().err
    assert main(["query", str(project), "--ask", asked, "--step", "1"]) == 2
