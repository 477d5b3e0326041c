import json
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.document.migrations import FORMAT
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load, parse
from sdcdesk.masking import Camouflage, MultivariateTopCoding, OutlierNoise
from sdcdesk.risk import TRUTA_2004, KAnonymity, SamplingRisk
from sdcdesk.tables import ControlledRounding, TablePlan

OLD = Path(__file__).parent / "old"
TODAY = Path(__file__).parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"
W3 = TRUTA_2004["W3"]


def old() -> dict[str, Any]:
    written: dict[str, Any] = json.loads((OLD / "format_1.sdcdesk").read_text(encoding="utf-8"))
    return written


def read(written: dict[str, Any]) -> Project:
    return parse(json.dumps(written), "old.sdcdesk")


def limit(figure: str, value: float, side: str = "at most") -> Limit:
    return Limit(measure="disclosure_risk", figure=figure, side=side, value=value)


def test_every_older_format_has_a_sample_that_was_written_in_it() -> None:
    written = {path.name: json.loads(path.read_text(encoding="utf-8"))["format"] for path in OLD.iterdir()}
    assert written == {f"format_{form}.sdcdesk": form for form in range(1, FORMAT)}


@pytest.mark.parametrize("form", range(1, FORMAT))
def test_the_sample_of_an_older_format_is_the_sample_of_today(form: int) -> None:
    assert load(OLD / f"format_{form}.sdcdesk") == load(TODAY)


@pytest.mark.parametrize("form", range(1, FORMAT))
def test_what_was_migrated_is_saved_in_the_format_of_today(form: int, tmp_path: Path) -> None:
    load(OLD / f"format_{form}.sdcdesk").save(tmp_path / "new.sdcdesk")
    assert (tmp_path / "new.sdcdesk").read_bytes() == TODAY.read_bytes()


@pytest.mark.parametrize("form", [1, 6])
@pytest.mark.parametrize("recipe", [None, {}, {"steps": []}])
def test_a_project_that_wrote_no_seed_had_the_seed_0_and_says_so(form: int, recipe: object) -> None:
    written = json.loads((OLD / f"format_{form}.sdcdesk").read_text(encoding="utf-8"))
    del written["recipe"]
    project = read(written if recipe is None else {**written, "recipe": recipe})
    assert (project.recipe.seed, project.recipe.steps) == (0, ())
    assert project.model_dump(mode="json")["recipe"]["seed"] == 0


@pytest.mark.parametrize("recipe", [None, {}])
def test_a_project_of_today_says_its_seed(recipe: object) -> None:
    written = json.loads(TODAY.read_text(encoding="utf-8"))
    del written["recipe"]
    with pytest.raises(ProjectError, match=r"seed|recipe"):
        read(written if recipe is None else {**written, "recipe": recipe})


def test_every_limit_of_a_scenario_is_kept() -> None:
    written = old()
    written["scenarios"][0] |= {"limit_minimal": 0, "limit_maximal": 0.1, "least_k": 3}
    assert set(read(written).scenarios[0].limits) == {
        limit("dr_weighted", 0.02),
        limit("dr_min", 0.0),
        limit("dr_max", 0.1),
        limit("k", 3.0, "at least"),
    }


def test_a_disclosure_risk_beside_the_scenarios_becomes_one_with_its_limits() -> None:
    written = old()
    strict = {"keys": ["Age"], "k": 5, "limit_maximal": 0.1, "least_k": None}
    free = {"keys": ["Sex"], "limit_maximal": None}
    written["measures"] += [
        {"name": "disclosure_risk", "parameters": parameters} for parameters in (strict, free)
    ]
    project = read(written)
    added = project.scenarios[-1]
    assert (added.keys, added.k, added.limits) == (("Age",), 5, (limit("dr_max", 0.1),))
    assert project.weights[added.weights].block == ((1.0,),)
    assert [measure.name for measure in project.measures][-1] == "disclosure_risk", "it had no limits"
    assert len(project.scenarios) == 3


def test_a_scenario_that_was_a_measure_takes_no_name_that_is_in_use() -> None:
    written = old()
    heavy = {"structure": "general", "block": [[5.0, 1.0], [1.0, 1.0]], "tail": 0.0}
    written["weights"]["Disclosure risk 1"] = heavy
    written["scenarios"][0] |= {"name": "Disclosure risk 2", "weights": "Disclosure risk 1"}
    limited = {"name": "disclosure_risk", "parameters": {"limit_weighted": 0.5}}
    written["measures"] += [limited, {**limited, "parameters": {"least_k": 2}}]
    project = read(written)
    assert [scenario.name for scenario in project.scenarios][2:] == ["Disclosure risk 3", "Disclosure risk 4"]
    assert project.weights["Disclosure risk 1"].block == ((5.0, 1.0), (1.0, 1.0))
    assert project.scenarios[0].weights == "Disclosure risk 1"


def of_format_2(*measures: dict[str, Any]) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(TODAY.read_text(encoding="utf-8"))
    written["scenarios"][0] |= {"keys": ["Age"], "k": 5, "measures": list(measures)}
    return {**written, "format": 2}


def test_what_the_window_wrote_into_measures_of_a_scenario_counts_as_little_as_before() -> None:
    everything = {"keys": [], "missing": "wildcard", "weights": {"block": [[1.0]]}, "k": 3}
    sampling = {name: value for name, value in everything.items() if name != "k"} | {"replicates": 7}
    project = read(
        of_format_2(
            {"name": "k_anonymity", "parameters": everything},
            {"name": "sampling_risk", "parameters": sampling},
        )
    )
    assert project.scenarios[0].measures == (KAnonymity(), SamplingRisk(replicates=7))


def test_what_somebody_wrote_there_counts_or_is_refused() -> None:
    alike = {"name": "k_anonymity", "parameters": {"k": 5, "keys": ["Age"], "missing": "category"}}
    assert read(of_format_2(alike)).scenarios[0].measures == (KAnonymity(),)
    for stated in (
        {"k": 2},
        {"keys": ["Zip"]},
        {"missing": "wildcard"},
        {"weights": W3.model_dump(mode="json")},
    ):
        with pytest.raises(ProjectError, match=f"says {next(iter(stated))} itself"):
            read(of_format_2({"name": "k_anonymity", "parameters": stated}))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("scenarios", 3),
        ("scenarios", [1]),
        ("measures", {"name": "headline_loss"}),
        ("measures", ["headline_loss"]),
        ("weights", []),
    ],
)
def test_a_damaged_project_of_format_1_is_refused_in_one_sentence(place: str, value: object) -> None:
    with pytest.raises(ProjectError, match=r"^old\.sdcdesk: "):
        read({**old(), place: value})


def test_a_limit_of_format_1_that_cannot_be_is_refused() -> None:
    written = old()
    written["scenarios"][0]["limit_weighted"] = 7
    with pytest.raises(ProjectError, match="a share between 0 and 1"):
        read(written)


def told(form: int, *methods: dict[str, Any]) -> list[str]:
    """Return what is said of a project of a format with these steps."""
    written: dict[str, Any] = json.loads((OLD / f"format_{min(form, FORMAT - 1)}.sdcdesk").read_text("utf-8"))
    steps = [{"method": method, "stream": place, "on": True} for place, method in enumerate(methods, start=1)]
    remarks: list[str] = []
    parse(
        json.dumps({**written, "format": form, "recipe": {"seed": 7, "steps": steps}}), "old", remarks.append
    )
    return remarks


SAMPLE = {"name": "simple_random_sampling", "parameters": {"percentage": 80.0}}
BANDS = {"name": "recoding", "parameters": {"variable": "Age", "how": "width", "width": 10.0}}


@pytest.mark.parametrize("form", range(1, 4))
def test_who_opens_random_steps_of_before_is_told_that_they_give_other_values(form: int) -> None:
    (remark,) = told(form, BANDS, SAMPLE)
    assert "with the same seed 1 random step of its recipe gives other values now" in remark
    (remark,) = told(form, SAMPLE, SAMPLE)
    assert "2 random steps of its recipe give other values now" in remark


@pytest.mark.parametrize(("form", "methods"), [(3, []), (3, [BANDS]), (4, [SAMPLE]), (4, [])])
def test_where_nothing_random_changed_nothing_is_said(form: int, methods: list[dict[str, Any]]) -> None:
    assert told(form, *methods) == []


def test_a_recipe_states_the_rule_of_its_random_numbers() -> None:
    written = json.loads(TODAY.read_text(encoding="utf-8"))
    assert written["recipe"]["randomness"] == 2
    written["recipe"]["randomness"] = 1
    with pytest.raises(ProjectError, match="randomness"):
        read(written)


def test_camouflage_of_an_older_project_has_no_vectors_and_says_that_it_draws_anew(tmp_path: Path) -> None:
    method = {"name": "camouflage", "parameters": {"variables": ["income"], "below": 5.0, "vectors": 4}}
    recipe = {"seed": 3, "randomness": 2, "steps": [{"method": method, "stream": 1, "on": True}]}
    data = {"path": "people.csv", "size": 1, "sha256": "0" * 64, "options": {}}
    written = {"format": 6, "data": data, "recipe": recipe}
    told: list[object] = []
    project = parse(json.dumps(written), "old.sdcdesk", told.append)
    assert project.recipe.steps[0].method == Camouflage(variables=["income"], below=5.0)
    [said] = told
    assert "camouflage" in str(said)
    assert project.answers == ()
    told.clear()
    project.save(tmp_path / "new.sdcdesk")
    assert load(tmp_path / "new.sdcdesk", told.append) == project
    assert not told


def test_camouflage_of_an_older_project_protects_as_far_as_there_is_protection() -> None:
    parameters = {"variables": ["income"], "below": 2e7, "above": 50}
    method = {"name": "camouflage", "parameters": parameters}
    recipe = {"seed": 3, "randomness": 2, "steps": [{"method": method, "stream": 1, "on": True}]}
    data = {"path": "people.csv", "size": 1, "sha256": "0" * 64, "options": {}}
    project = read({"format": 6, "data": data, "recipe": recipe})
    assert project.recipe.steps[0].method == Camouflage(variables=["income"], below=1e6, above=50.0)


@pytest.mark.parametrize("form", [13, FORMAT])
@pytest.mark.parametrize("kind", [OutlierNoise, MultivariateTopCoding])
def test_methods_for_few_records_keep_no_decimals_in_an_older_project(kind: type[Method], form: int) -> None:
    step = {"method": {"name": kind.name, "parameters": {"variables": ["income", "age"]}}, "stream": 1}
    written = json.loads(TODAY.read_text(encoding="utf-8"))
    recipe = {"seed": 3, "randomness": 2, "steps": [step]}
    [step_again] = read({**written, "format": form, "recipe": recipe}).recipe.steps
    assert step_again.method == kind(variables=["income", "age"], decimals=form >= 14)


@pytest.mark.parametrize("form", [12, FORMAT])
def test_controlled_rounding_of_an_older_project_takes_the_nearest_table_as_before(form: int) -> None:
    written = json.loads(TODAY.read_text(encoding="utf-8"))
    plan = TablePlan(rows=("sex",))
    table = PlannedTable(name="t", plan=plan, protection=ControlledRounding(base=3.0)).model_dump(mode="json")
    del table["protection"]["parameters"]["way"]
    read_again = read({**written, "format": form, "tables": [table]}).tables[0].protection
    assert read_again == ControlledRounding(base=3.0, way="nearest" if form < 13 else "unbiased")
