import json
import math
import re
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import METHODS, Recoding, SimpleRandomSampling
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, DisclosureRisk, SamplingRisk, WeightMatrix
from sdcdesk.risk.sampling.curve_findings import WEIGHTS_DO_NOT_FIT
from sdcdesk.risk.sampling.largest_findings import NO_LIMIT

RISKS = ("dr_min", "dr_weighted", "dr_max")


def microdata(records: int = 400) -> Microdata:
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {"age": (90 * rng.random(records) ** 2).astype(int), "sex": rng.choice(list("FM"), records)}
    )
    return Microdata(
        frame,
        [Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS), Variable(name="sex", role=Role.KEY)],
    )


PEOPLE = microdata()
MERGED = Recoding(variable="age", how="width", width=15.0).apply(PEOPLE)
WEIGHTS = WeightMatrix.geometric(0.7)


@pytest.mark.parametrize(
    "masked", [PEOPLE, MERGED, MERGED.take(np.arange(0, 400, 3))], ids=["pure", "merged", "part"]
)
def test_the_end_of_the_curve_is_the_disclosure_risk_of_the_masked_file(masked: Microdata) -> None:
    found = SamplingRisk(weights=WEIGHTS).assess(PEOPLE, masked)
    whole = DisclosureRisk(weights=WEIGHTS).assess(PEOPLE, masked)
    end = found.table("curve").iloc[-1]
    assert end["t"] == len(masked)
    assert end["factor"] == 1
    for risk in RISKS:
        assert found.value(risk) == whole.value(risk)
        assert end[risk] == pytest.approx(whole.value(risk), rel=1e-13)
        assert end[f"{risk}_released"] == pytest.approx(whole.value(f"{risk}_released"), rel=1e-13)


def test_the_curve_of_the_original_stands_beside_that_of_the_masked_file() -> None:
    measure = SamplingRisk(weights=WEIGHTS, factors=[10, 50, 100])
    alone = measure.assess(PEOPLE, PEOPLE)
    assert "curve_unmasked" not in alone.tables, "there is no other file"
    beside = measure.assess(PEOPLE, MERGED)
    pd.testing.assert_frame_equal(beside.table("curve_unmasked"), alone.table("curve"))
    assert beside.plots["curve_unmasked_plot"].table == "curve_unmasked"
    files = beside.table("files")
    assert "files" not in alone.tables
    for risk in ("dr_min", "dr_max"):
        assert files[f"{risk}_before"].tolist() == alone.table("curve")[risk].tolist()
        assert files[f"{risk}_after"].tolist() == beside.table("curve")[risk].tolist()


def test_asked_and_reached_factors_and_both_denominators() -> None:
    people = PEOPLE.take(np.arange(7))
    people = Microdata(people.frame, people.variables)
    curve = SamplingRisk(factors=[0, 20, 50, 100]).assess(people, people).table("curve")
    assert curve["percentage"].tolist() == [0, 20, 50, 100]
    assert curve["t"].tolist() == [0, 1, 4, 7]
    assert curve["factor"].tolist() == [0, 1 / 7, 4 / 7, 1]
    for risk in RISKS:
        assert (curve[f"{risk}_released"] * curve["t"]).tolist() == pytest.approx((curve[risk] * 7).tolist())
    assert curve.loc[0, [*RISKS, *(f"{risk}_released" for risk in RISKS), "sd_min", "sd_max"]].eq(0).all()


def test_limits_give_the_largest_samples() -> None:
    measure = SamplingRisk(weights=WEIGHTS, limit_minimal=0.01, limit_weighted=1.0)
    found = measure.assess(PEOPLE, PEOPLE)
    table = found.table("limits").set_index("measure")
    assert list(table.index) == list(RISKS)
    unique, n = DisclosureRisk().assess(PEOPLE, PEOPLE).value("dr_min"), len(PEOPLE)
    largest = math.floor(0.01 / unique * n)
    assert table.loc["dr_min", "t"] == found.value("largest_t_dr_min") == largest
    assert table.loc["dr_min", "factor"] == found.value("largest_factor_dr_min") == largest / n
    assert table.loc["dr_weighted", "t"] == n
    assert table.loc["dr_max", ["limit", "t", "factor"]].isna().all()
    unlimited = found.figure("largest_t_dr_max").quantity
    assert (unlimited.value, unlimited.reason) == (None, NO_LIMIT)
    steps = dict(found.figure("largest_t_dr_min").computation)
    assert steps["Limit"] == Quantity(0.01, SHARE)
    assert steps["Expected with this sample"].value <= 0.01 < steps["Expected with one record more"].value


def test_each_largest_sample_has_a_bound_of_its_own() -> None:
    # Under the limit of DR_max all records can be drawn, and more there are not.
    measure = SamplingRisk(limit_minimal=0.01, limit_weighted=0.02, limit_maximal=1.0)
    sampled = MERGED.take(np.arange(0, len(MERGED), 2))
    found = measure.assess(PEOPLE, sampled)
    table = found.tables["limits"]
    for name in ("t", "factor"):
        cells = table.quantities(table.column(name))
        assert [cell.bound for cell in cells] == [Bound.EXACT, Bound.AT_LEAST, Bound.EXACT], (
            "all can be drawn"
        )
        figures = [found.figure(f"largest_{name}_{risk}").quantity for risk in RISKS]
        assert cells == figures
    written = found.to_json()["tables"]["limits"]
    assert written["columns"][3]["bounds"] == ["exact", "at least", "exact"]
    assert written["rows"][0]["t"] == found.value("largest_t_dr_min")


def test_smaller_samples_that_exceed_the_limit_are_told() -> None:
    # Pairs of people who were alone: drawn one by one they are alone again.
    before = Microdata(pd.DataFrame({"id": range(40)}), [Variable(name="id", role=Role.KEY)])
    after = before.assign({"id": before.column("id") // 20})
    figure = SamplingRisk(limit_minimal=0.001).assess(before, after).figure("largest_t_dr_min")
    assert figure.value == 40
    assert dict(figure.computation)["Highest with fewer records"].value > 0.001
    assert "look at the whole curve" in figure.meaning


def test_no_sample_keeps_a_limit_of_nothing() -> None:
    found = SamplingRisk(limit_maximal=0.0).assess(PEOPLE, PEOPLE)
    assert found.value("largest_t_dr_max") == 0
    assert "one record exceeds it" in found.figure("largest_t_dr_max").meaning


def test_nothing_is_released() -> None:
    nobody = PEOPLE.take(np.array([], dtype=np.int64))
    found = SamplingRisk(limit_maximal=0.5, replicates=2).assess(PEOPLE, nobody)
    curve = found.table("curve")
    assert curve["t"].eq(0).all()
    assert curve.drop(columns=["percentage", "asked"]).eq(0).all(axis=None)
    for name in (*RISKS, "largest_t_dr_max", "largest_factor_dr_max"):
        assert found.value(name) is None
        assert found.figure(name).quantity.reason == Reason(Why.NO_RECORDS, "Nothing is released.")


def test_whether_the_risks_are_exact() -> None:
    sample = SimpleRandomSampling(percentage=50.0).apply(PEOPLE, seed=0)
    for masked, exactness in ((PEOPLE, "exact"), (sample, "exact"), (MERGED, "upper bound")):
        found = SamplingRisk().assess(PEOPLE, masked)
        assert found.value("exactness") == exactness
        assert "not a simulation" in found.notes[0]
        assert any(exactness.removesuffix(" bound") in note for note in found.notes[1:])


@pytest.mark.parametrize(
    ("weights", "masked", "why"),
    [
        (TRUTA_2004["W4"], MERGED, "structure sampling.*more"),
        (TRUTA_2006["W3"], PEOPLE, "structure merging"),
    ],
)
def test_weights_that_have_no_place_for_samples_leave_the_other_risks(
    weights: WeightMatrix, masked: Microdata, why: str
) -> None:
    measure = SamplingRisk(weights=weights, limit_weighted=0.1, limit_maximal=0.1, replicates=2)
    found = measure.assess(PEOPLE, masked)
    for name in ("dr_weighted", "largest_t_dr_weighted", "largest_factor_dr_weighted"):
        assert found.value(name) is None
        assert found.figure(name).quantity.reason == WEIGHTS_DO_NOT_FIT
    assert any(re.search(why, note) for note in found.notes)
    curve, usual = found.table("curve"), SamplingRisk().assess(PEOPLE, masked).table("curve")
    assert curve.filter(like="dr_weighted").isna().all(axis=None)
    assert curve["dr_max"].equals(usual["dr_max"])
    assert found.value("largest_t_dr_max") > 0
    plots = [found.plots[name] for name in ("curve_plot", "simulated_plot")]
    drawn = {series.column for plot in plots for series in plot.series}
    assert not any(column.startswith("dr_weighted") for column in drawn)


def test_weights_that_break_a_rule_are_refused() -> None:
    with pytest.raises(ParameterError, match="break a rule"):
        SamplingRisk(weights=WeightMatrix(structure="general", block=[[1, 2], [0, 1]], tail=0))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"factors": []}, "at least 1"),
        ({"factors": [5, 5]}, "ascend"),
        ({"factors": [10, 5]}, "ascend"),
        ({"factors": [-1, 5]}, "between 0 and 100"),
        ({"factors": [5, 100.5]}, "between 0 and 100"),
        ({"factors": [float("nan")]}, "finite"),
        ({"replicates": 1001}, "at most 1,000"),
        ({"replicates": 2.5}, "whole number"),
        ({"seed": 4}, "no effect"),
        ({"seed": -1, "replicates": 1}, "at least 0"),
        ({"limit_weighted": 1.5}, "at most 1"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        SamplingRisk(**parameters)


def test_the_seed_is_told_only_where_it_counts() -> None:
    assert "seed" not in SamplingRisk().parameters
    assert SamplingRisk(replicates=1).parameters["seed"] == 0
    assert SamplingRisk(**json.loads(json.dumps(SamplingRisk(replicates=3, seed=9).parameters))).seed == 9


@pytest.mark.parametrize("masked", [PEOPLE, MERGED], ids=["pure", "merged"])
def test_simulated_samples_scatter_about_the_expectation_as_they_should(masked: Microdata) -> None:
    replicates = 400
    measure = SamplingRisk(weights=WEIGHTS, factors=[10, 50, 90, 100], replicates=replicates, seed=3)
    curve = measure.assess(PEOPLE, masked).table("curve")
    for risk, sd in (("dr_min", "sd_min"), ("dr_max", "sd_max")):
        error = curve[f"{risk}_simulated_mean"] - curve[risk]
        # Four standard errors; a wrong expectation or deviation is off by far more.
        assert (error.abs() <= 4 * curve[sd] / math.sqrt(replicates) + 1e-15).all()
        assert (curve[f"{risk}_simulated_q95"] <= curve[risk] + 3 * curve[sd] + 1e-15).all()
        wide = curve[sd] > 2 / len(PEOPLE)
        assert (curve[f"{risk}_simulated_q95"] > curve[risk])[wide].all()
        assert (curve[f"{risk}_simulated_q05"] < curve[risk])[wide].all()
    spread = curve["dr_weighted_simulated_largest"] - curve["dr_weighted_simulated_smallest"]
    error = (curve["dr_weighted_simulated_mean"] - curve["dr_weighted"]).abs()
    assert (error <= 4 * spread / 4 / math.sqrt(replicates) + 1e-15).all(), "extremes are 4 deviations apart"
    for risk in RISKS:
        names = [f"{risk}_simulated_{part}" for part in ("smallest", "q05", "q95", "largest")]
        assert (curve[names].diff(axis=1).iloc[:, 1:] >= 0).all(axis=None)
        assert curve.loc[3, names].tolist() == pytest.approx([curve.loc[3, risk]] * 4)


def test_simulations_are_repeatable_and_do_not_depend_on_how_many_there_are_or_on_the_order() -> None:
    def simulated(masked: Microdata, **changes: object) -> pd.DataFrame:
        measure = SamplingRisk(**{"factors": [30, 60], "replicates": 5, "seed": 1} | changes)
        return measure.assess(PEOPLE, masked).table("curve").filter(like="simulated")

    once = simulated(MERGED)
    pd.testing.assert_frame_equal(once, simulated(MERGED))
    pd.testing.assert_frame_equal(once, simulated(MERGED.take(np.arange(len(MERGED))[::-1])))
    pd.testing.assert_frame_equal(once.iloc[1:].reset_index(drop=True), simulated(MERGED, factors=[60]))
    assert not once.equals(simulated(MERGED, seed=2))
    more = simulated(MERGED, replicates=9)
    assert (more["dr_min_simulated_largest"] >= once["dr_min_simulated_largest"]).all()
    assert (more["dr_min_simulated_smallest"] <= once["dr_min_simulated_smallest"]).all()


def test_samples_of_one_replicate_lie_within_each_other() -> None:
    # All different: the number of unique records is the size of the sample, in every replicate.
    people = Microdata(pd.DataFrame({"id": range(50)}), [Variable(name="id", role=Role.KEY)])
    curve = SamplingRisk(replicates=3, seed=1).assess(people, people).table("curve")
    for part in ("mean", "smallest", "largest"):
        assert curve[f"dr_max_simulated_{part}"].tolist() == pytest.approx(curve["factor"].tolist())


def test_cancelling_between_samples() -> None:
    asked = []

    def stop(_fraction: float, words: str) -> None:
        asked.append(words)

    measure = SamplingRisk(replicates=1000)
    with pytest.raises(Cancelled):
        measure.assess(PEOPLE, MERGED, Progress(stop, lambda: asked.count("Drawing samples") > 20))
    assert asked.count("Drawing samples") <= 22


VALUES = st.sampled_from(["a", "b", None])


def compatible(records: list[tuple[object, ...]]) -> list[int]:
    """The number of records compatible with each, by looking at all pairs."""
    return [
        sum(
            all(x is None or y is None or x == y for x, y in zip(one, other, strict=True))
            for other in records
        )
        for one in records
    ]


@given(data=st.data())
def test_missing_values_that_match_all_against_all_samples(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 6))
    initial = [(data.draw(VALUES), data.draw(VALUES)) for _ in range(n)]
    shown = [tuple(None if data.draw(st.integers(0, 3)) == 0 else value for value in key) for key in initial]
    names = ["one", "two"]

    def file(keys: list[tuple[object, ...]]) -> Microdata:
        frame = pd.DataFrame(keys, columns=names, dtype="str")
        return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in names])

    original = file(initial)
    masked = original.assign({name: file(shown).column(name) for name in names})
    t = data.draw(st.integers(0, n))
    weights = WeightMatrix.geometric(0.5)
    measure = SamplingRisk(missing="wildcard", weights=weights, factors=[100 * t / n])
    row = measure.assess(original, masked).table("curve").iloc[0]
    assert row["t"] == t
    before, risks = compatible(initial), []
    for drawn in combinations(range(n), t):
        now = compatible([shown[record] for record in drawn])
        cells = [(i, before[record]) for i, record in zip(now, drawn, strict=True)]
        risks.append(
            (
                cells.count((1, 1)) / n,
                sum(0.5 ** (max(cell) - 1) / max(cell) for cell in cells) / n,
                sum(1 / max(cell) for cell in cells) / n,
            )
        )
    means = np.mean(risks, axis=0)
    assert [row[risk] for risk in RISKS] == pytest.approx(means.tolist(), rel=1e-12, abs=1e-15)
    if not math.isnan(row["sd_max"]):
        deviations = np.std(risks, axis=0)
        assert [row["sd_min"], row["sd_max"]] == pytest.approx([deviations[0], deviations[2]], abs=1e-12)


def test_undefined_deviations_are_said_and_become_null() -> None:
    frame = pd.DataFrame({"zip": ["a", "b", "c", "c"]})
    people = Microdata(frame, [Variable(name="zip", role=Role.KEY)])
    masked = people.assign({"zip": pd.Series(["a", None, "c", "c"], dtype="str")})
    found = SamplingRisk(missing="wildcard").assess(people, masked)
    assert found.table("curve")["sd_max"].isna().all()
    assert any("deviations are not defined" in note for note in found.notes)
    assert found.to_json()["tables"]["curve"]["rows"][0]["sd_max"] is None
    unmasked = SamplingRisk(missing="wildcard").assess(masked, masked)
    assert unmasked.table("curve")["sd_max"].notna().all()
    assert not any("deviations are not defined" in note for note in unmasked.notes)


def test_the_largest_sample_under_an_upper_bound_is_the_least_that_could_be_released() -> None:
    measure = SamplingRisk(limit_minimal=0.01, limit_maximal=0.01)
    found = measure.assess(PEOPLE, MERGED)
    assert found.value("exactness") == "upper bound"
    bounds = {name: figure.quantity.bound for name, figure in found.figures.items()}
    assert bounds["largest_t_dr_max"] is bounds["largest_factor_dr_max"] is Bound.AT_LEAST
    assert bounds["largest_t_dr_min"] is Bound.EXACT
    steps = dict(found.figure("largest_t_dr_max").computation)
    assert steps["Expected with this sample"].bound is Bound.AT_MOST  # type: ignore[union-attr]
    exact = measure.assess(PEOPLE, PEOPLE)
    assert {figure.quantity.bound for figure in exact.figures.values()} == {Bound.EXACT}


def test_a_withheld_count_cannot_be_computed_from_what_follows_it() -> None:
    keys = ["a", "b", *"cccc", *"dddddd"]
    data = Microdata(pd.DataFrame({"zip": keys}), [Variable(name="zip", role=Role.KEY)])
    found = SamplingRisk(limit_minimal=0.05, replicates=3, seed=1).assess(data, data)
    assert found.figure("dr_min").quantity.part == 2
    kept = withheld(found, Edition(threshold=3))
    assert "dr_min" not in kept.figures
    assert not {"curve", "files", "limits", "simulated"} & set(kept.tables)
    assert not [name for name in kept.figures if name.startswith("largest")]
    assert "could be computed" in str([note.text.text for section in kept.sections for note in section.notes])
    assert "curve" in withheld(found, Edition(threshold=2)).tables


@pytest.mark.parametrize(
    ("recipe", "named"),
    [
        (Recipe(seed=1).then(SimpleRandomSampling(percentage=50)), ""),
        (Recipe(seed=1).then(SimpleRandomSampling(percentage=50, replacement=True)), ""),
        (
            Recipe(seed=1).then(METHODS["stratified_sampling"](within=["sex"], percentage=50)),
            "Stratified sampling",
        ),
        (Recipe(seed=1).then(METHODS["bernoulli_sampling"](probability=50.0)), ""),
        (
            Recipe(seed=1)
            .then(METHODS["stratified_sampling"](within=["sex"], percentage=50))
            .then(METHODS["recoding"](variable="age", how="width", width=15.0))
            .then(METHODS["systematic_sampling"](percentage=50)),
            "Stratified sampling, Systematic sampling",
        ),
    ],
)
def test_another_design_in_the_recipe_is_named(recipe: Recipe, named: str) -> None:
    found = SamplingRisk(weights=WEIGHTS, factors=[50]).assess(PEOPLE, recipe.apply(PEOPLE))
    said = [note for note in found.notes if "were drawn by" in note]
    assert len(said) == bool(named)
    if named:
        assert said[0].startswith(
            f"The masked records were drawn by: {named}. The curves are for simple random"
        )
