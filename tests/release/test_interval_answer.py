"""Interval queries to a step of a recipe: in Python, of a run, and on the command line."""

import doctest
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.cli import query as cli_query
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError, ParameterError, SdcError, WriteError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking import (
    Camouflage,
    IntervalQuery,
    Journal,
    Pram,
    RecordSuppression,
    Rounding,
    SimpleRandomSampling,
    interval_query,
)
from sdcdesk.release.interval_answer import answer, queried_data, query_step
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
    run = Pipeline(data).run(RECIPE)
    before = queried_data(RECIPE, run, 1)
    values = before.numbers("income")
    if where:
        values = values[(before.column("area") == "south").to_numpy()]
    journal = Journal()
    found = answer(RECIPE, run, 1, query(statistic, where=where), journal)
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
    [given] = journal.answers
    assert (given.low, given.high, given.records) == (found.value("low"), found.value("high"), len(values))


def test_the_example_of_the_manual_page_runs() -> None:
    assert doctest.testmod(interval_query).attempted
    assert not doctest.testmod(interval_query).failed


def test_the_intervals_are_those_that_the_step_releases(data: Microdata) -> None:
    run = Pipeline(data).run(RECIPE)
    found = answer(RECIPE, run, 1, query("max"), Journal())
    assert found.value("high") == run.masked.numbers("income_high").max()
    assert found.value("low") == run.masked.numbers("income_low").max()


def test_a_run_of_another_recipe_is_not_asked(data: Microdata) -> None:
    run = Pipeline(data).run(RECIPE)
    other = RECIPE.edited(0, Rounding(variables=["income"], base=100.0))
    for recipe, known in ((other, run), (RECIPE, None), (RECIPE, Pipeline(data).run(Recipe(seed=5)))):
        with pytest.raises(DataError, match="not computed"):
            queried_data(recipe, known, 1)
    off = RECIPE.switched(0, on=False)
    assert queried_data(off, Pipeline(data).run(off), 1) is data


def test_the_step_that_is_meant_is_clear() -> None:
    assert query_step(RECIPE) == query_step(RECIPE, 2) == 1
    with pytest.raises(ParameterError, match="no step that camouflages"):
        query_step(Recipe(seed=1).then(ROUNDED))
    with pytest.raises(ParameterError, match="Say which step is asked: 2, 3"):
        query_step(RECIPE.then(HIDDEN))
    with pytest.raises(ParameterError, match="Say which step is asked: 2"):
        query_step(RECIPE, 1)
    with pytest.raises(ParameterError, match="no step that camouflages"):
        query_step(RECIPE.switched(1, on=False), 2)


def asking(data: Microdata, recipe: Recipe = RECIPE, position: int = 1) -> Callable[..., Findings]:
    run, journal = Pipeline(data).run(recipe), Journal()
    return lambda asked: answer(recipe, run, position, asked, journal)


def among(name: str, relation: str, *values: object) -> dict[str, object]:
    return {"comparisons": [{"variable": name, "relation": relation, "values": values}]}


def test_what_cannot_be_answered_says_why(data: Microdata) -> None:
    ask = asking(data)
    hidden = {"comparisons": [{"variable": "income", "relation": "more than", "values": [1]}]}
    nobody = {"comparisons": [{"variable": "area", "relation": "is", "values": ["east"]}]}
    for wrong, why in (
        (query("sum", where=hidden), "public variables only"),
        (query("mean", where=nobody), "not answered"),
        (IntervalQuery(variable="area"), "camouflages income"),
    ):
        with pytest.raises(SdcError, match=why):
            ask(wrong)
    with pytest.raises(ParameterError, match="has no effect here"):
        IntervalQuery(variable="income", statistic="sum", threshold=3.0)


def described(data: Microdata, **roles: str) -> Microdata:
    rng = np.random.default_rng(8)
    more = {name: pd.Series(rng.integers(0, 2, len(data))) for name in roles}
    return data.appended(more, [Variable(name=name, role=Role(role)) for name, role in roles.items()])


def test_conditions_name_public_variables_only(data: Microdata) -> None:
    """Before, `count where pid is 5007 and diag is HIV` was answered by 1, exactly."""
    whole = described(
        data, pid="identifier", diag="confidential", house="household", weight="weight", shift="other"
    )
    recipe = Recipe(seed=5).then(HIDDEN)
    ask = asking(whole, recipe, 0)
    both = {"comparisons": [*among("pid", "is", 0)["comparisons"], *among("diag", "is", 1)["comparisons"]]}
    pair = {"comparisons": [{"variable": "area", "relation": "is", "other": "diag"}]}
    for where in (
        both,
        pair,
        *(among(name, "is", 0) for name in ("pid", "diag", "house", "weight", "shift")),
    ):
        with pytest.raises(DataError, match=r"by public variables only.*: area\."):
            ask(query("count", where=where))
    declared = Recipe(seed=5).then(HIDDEN.changed(public=("shift",)))
    assert asking(whole, declared, 0)(query("count", where=among("shift", "is", 0))).value("low") > 0
    for name in ("pid", "diag", "house", "weight"):
        with pytest.raises(DataError, match="has the role"):
            HIDDEN.changed(public=(name,)).apply(whole, 1)


def test_a_variable_that_a_later_step_changes_is_not_public_here(data: Microdata) -> None:
    whole = described(data, shift="key")
    recipe = Recipe(seed=5).then(HIDDEN).then(Pram(variable="shift", how="keep", diagonal=50.0))
    ask = asking(whole, recipe, 0)
    assert ask(query("sum", where=SOUTH)).value("low")
    with pytest.raises(DataError, match="later step changes shift"):
        ask(query("sum", where=among("shift", "is", 0)))
    off = recipe.switched(1, on=False)
    assert asking(whole, off, 0)(query("sum", where=among("shift", "is", 0))).value("low")


def test_nothing_is_told_of_records_that_a_later_step_leaves_out(data: Microdata) -> None:
    """An answer less what the released file tells of all others is theirs: of one record its own interval."""
    for later in (RecordSuppression(k=60, keys=("area",)), SimpleRandomSampling(percentage=50.0)):
        recipe = Recipe(seed=5).then(HIDDEN).then(later)
        ask = asking(data, recipe, 0)
        for where in (None, SOUTH):
            with pytest.raises(DataError, match="leaves records out"):
                ask(query("sum", where=where))
        assert asking(data, recipe.switched(1, on=False), 0)(query("sum")).value("low")
        before = Recipe(seed=5).then(later.changed(k=2) if "k" in later.parameters else later).then(HIDDEN)
        assert asking(data, before, 1)(query("count")).value("low")


def test_small_sets_what_they_leave_out_and_what_tells_them_apart(data: Microdata) -> None:
    frame = data.frame.assign(no=np.arange(len(data)))
    data = Microdata(frame, [*data.variables, Variable(name="no", role=Role.KEY, scale=Scale.CONTINUOUS)])
    ask = asking(data)
    for first, answered in ((9, False), (10, True), (70, True), (71, False), (80, True), (69, False)):
        asked = query("count", where=among("no", "less than", first))
        if answered:
            assert ask(asked).value("low") == first
        else:
            with pytest.raises(DataError, match="not answered") as refused:
                ask(asked)
            assert str(first) not in str(refused.value).replace("10", "")
    # The same again is the same answer, and no other one.
    assert ask(query("count", where=among("no", "less than", 10))).value("low") == 10


def test_a_set_of_missing_values_and_all_but_a_few_are_refused(data: Microdata) -> None:
    income = data.frame["income"].mask(data.frame["area"] == "south")
    income[data.frame.index[data.frame["area"] == "south"][:3]] = 5.0
    missing = Microdata(data.frame.assign(income=income), data.variables)
    with pytest.raises(DataError, match="not answered"):
        asking(missing)(query("mean", where=SOUTH))
    with pytest.raises(DataError, match="not answered"):
        asking(missing)(query("mean", where=among("area", "is", "north")))


def test_answers_about_another_draw_or_file_end_the_journal(data: Microdata) -> None:
    journal = Journal()
    answer(RECIPE, Pipeline(data).run(RECIPE), 1, query("sum"), journal)
    others = (
        (RECIPE.changed(seed=6), data),
        (RECIPE.edited(1, HIDDEN.changed(below=20.0)), data),
        (RECIPE, data.take(np.arange(70))),
    )
    for recipe, file in others:
        with pytest.raises(DataError, match="other intervals or another file"):
            answer(recipe, Pipeline(file).run(recipe), 1, query("mean"), journal)
    # Which sets are small enough is no part of the draw.
    stricter = RECIPE.edited(1, HIDDEN.changed(smallest=20))
    assert answer(stricter, Pipeline(data).run(stricter), 1, query("mean"), journal)
    assert len(journal.answers) == 2


@pytest.fixture
def project(data: Microdata, tmp_path: Path) -> Path:
    file, path = tmp_path / "people.csv", tmp_path / "p.sdcdesk"
    data.frame.to_csv(file, index=False)
    Project(data=DataReference.to(file, path, ReadOptions()), variables=data.variables, recipe=RECIPE).save(
        path
    )
    return path


ASKED = json.dumps({"variable": "income", "statistic": "sum", "where": SOUTH})


def test_the_command_answers_as_python_does(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = load(project)
    assert main(["query", str(project), "--ask", ASKED, "--json", "-"]) == 0
    written = json.loads(capsys.readouterr().out)
    journal = Journal()
    run = Pipeline(kept.open_data(project)).run(RECIPE)
    found = answer(RECIPE, run, 1, query("sum", where=SOUTH), journal)
    assert [written["figures"][end]["value"] for end in ("low", "high")] == [
        found.value("low"),
        found.value("high"),
    ]
    assert (written["step"], written["query"]["statistic"]) == (2, "sum")
    assert load(project).answers == journal.answers
    assert load(project).changed(answers=()) == kept, "nothing else of the project is another"
    before = project.read_bytes()
    assert main(["query", str(project), "--ask", ASKED]) == 0
    assert "At least" in capsys.readouterr().out
    assert project.read_bytes() == before, "the same answer is noted once"
    assert main(["query", str(project), "--ask", "sum of income"]) == 2
    assert "written as JSON" in capsys.readouterr().err
    assert main(["query", str(project), "--ask", ASKED, "--step", "1"]) == 2


def test_the_command_keeps_to_the_answers_of_the_project(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["query", str(project), "--ask", ASKED]) == 0
    capsys.readouterr()
    for seed in (6, 5):
        load(project).changed(recipe=RECIPE.changed(seed=seed)).save(project)
        code = main(["query", str(project), "--ask", '{"variable": "income"}'])
        said = capsys.readouterr()
        assert (code, bool(said.out)) == ((0, True) if seed == 5 else (2, False))
    assert len(load(project).answers) == 2


def test_an_answer_that_cannot_be_noted_is_not_told(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_options: object) -> tuple[str, ...]:
        raise WriteError("The disk is full.")

    monkeypatch.setattr("sdcdesk.document.project.write_atomically", full)
    before, target = project.read_bytes(), project.with_name("answer.json")
    assert main(["query", str(project), "--ask", ASKED, "--json", str(target)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "full" in said.err
    assert project.read_bytes() == before
    assert not target.exists()


def test_a_project_that_changed_meanwhile_is_not_replaced(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = cli_query.answer

    def meanwhile(*args: object) -> Findings:
        load(project).changed(title="By another window").save(project)
        return real(*args)

    monkeypatch.setattr(cli_query, "answer", meanwhile)
    assert main(["query", str(project), "--ask", ASKED]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "changed by somebody else" in said.err
    assert load(project).title == "By another window"
