import math

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import HouseholdSampling, ProportionalSampling, Recoding, StratifiedSampling
from sdcdesk.risk import SamplingRisk

N = 60
DESIGNS = ("stratified", "proportional", "households")


def microdata(staff: list[float] | None = None) -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 25, N),
            "region": ["north"] * 31 + ["south"] * 21 + ["east"] * 7 + ["isle"],
            "staff": staff or [*(rng.pareto(0.7, N - 2) * 10), 0.0, 0.0],
            "home": [f"h{record // 3}" for record in range(N - 2)] + [None, None],
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="region", role=Role.STRATUM, scale=Scale.NOMINAL),
            Variable(name="staff", scale=Scale.CONTINUOUS),
            Variable(name="home", role=Role.HOUSEHOLD, scale=Scale.NOMINAL),
        ],
    )


PEOPLE = microdata()


def assessed(data: Microdata, masked: Microdata | None = None, **parameters: object) -> Assessment:
    return SamplingRisk(size="staff", **parameters).assess(data, masked or data)


SAMPLES: dict[str, Method] = {
    "stratified": StratifiedSampling(within=["region"], percentage=35.0),
    "proportional": ProportionalSampling(measure="staff", percentage=35.0),
    "households": HouseholdSampling(percentage=35.0),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_drawn_samples_have_the_expected_risk_on_average(design: str) -> None:
    """Samples of the masking methods, and DR_max of each: Σ 1/F_r ÷ n over its records."""
    expected = assessed(PEOPLE, factors=[35.0]).table("designs")[design].iloc[0]
    share = 1 / PEOPLE.frame.groupby("age")["age"].transform("size").to_numpy()
    risks = [share[SAMPLES[design].apply(PEOPLE, seed=seed).rows].sum() / N for seed in range(400)]
    error = np.std(risks, ddof=1) / math.sqrt(len(risks))
    assert np.mean(risks) == pytest.approx(expected, abs=4 * error)
    assert expected != pytest.approx(assessed(PEOPLE, factors=[35.0]).table("curve")["dr_max"][0], abs=1e-4)


def test_simple_samples_and_equal_probabilities_are_the_exact_line() -> None:
    """Equal sizes; strata and households that divide evenly."""
    even = Microdata(
        PEOPLE.frame.assign(staff=7.0, region=["a", "b"] * (N // 2), home=np.arange(N) // 3),
        PEOPLE.variables,
    )
    found = assessed(even, factors=[0.0, 10.0, 50.0, 100.0])
    for design in ("simple", *DESIGNS):
        assert found.table("designs")[design].tolist() == pytest.approx(
            found.table("curve")["dr_max"].tolist(), rel=1e-13
        )


def test_rounding_certain_records_and_sizes_of_zero_by_hand() -> None:
    frame = pd.DataFrame({"age": [1, 1, 2, 3], "region": ["a", "a", "a", "b"], "staff": [8.0, 1.0, 1.0, 0.0]})
    data = Microdata(frame, [*PEOPLE.variables[:1], *PEOPLE.variables[1:3]])
    found = assessed(data, factors=[25.0, 50.0, 100.0]).table("designs")
    # 1 of 4: the stratum of one record gives none; 2 of 4: 1.5 and 0.5, the larger stratum comes first.
    assert found["stratified"].tolist() == pytest.approx([(2 / 3) / 4, (2 / 3 * 2) / 4, 3 / 4])
    # 1: 0.8, 0.1, 0.1; 2: the first is certain, the others share one; 4: three have a size.
    assert found["proportional"][:2].tolist() == pytest.approx(
        [(0.8 / 2 + 0.1 / 2 + 0.1) / 4, (1 / 2 + 0.5 / 2 + 0.5) / 4]
    )
    assert math.isnan(found["proportional"][2])


def test_designs_without_their_variables_are_left_out_and_named() -> None:
    frame = PEOPLE.frame.assign(staff=np.where(np.arange(N) < 2, np.nan, 1.0))
    data = Microdata(frame[["age", "staff"]], [PEOPLE.variables[0], PEOPLE.variables[2]])
    found = assessed(data, factors=[50.0])
    assert list(found.table("designs").columns) == ["asked", "simple"]
    notes = {note.text for section in found.sections for note in section.notes if section.name == "designs"}
    assert any("staff is missing or negative in 2 records" in note for note in notes)
    assert any("role stratum" in note for note in notes)
    assert any("role household" in note for note in notes)
    dropped = assessed(PEOPLE, PEOPLE.drop(["region"]), factors=[50.0])
    assert "stratified" not in dropped.table("designs")


def test_grown_groups_make_it_an_upper_bound() -> None:
    merged = Recoding(variable="age", how="width", width=10.0).apply(PEOPLE)
    found = assessed(PEOPLE, merged, factors=[20.0, 80.0])
    assert (found.table("designs")["simple"] > found.table("curve")["dr_max"]).all()
    [column] = [one for one in found.tables["designs"].columns if one.name == "simple"]
    assert column.bound is Bound.AT_MOST


def test_the_order_of_the_masked_file_does_not_matter() -> None:
    turned = PEOPLE.take(np.random.default_rng(1).permutation(N))
    pd.testing.assert_frame_equal(
        assessed(PEOPLE, turned).table("designs"), assessed(PEOPLE).table("designs"), check_exact=True
    )


def test_what_sizes_and_strata_tell_is_not_published() -> None:
    public = withheld(assessed(PEOPLE, factors=[50.0]), Edition(threshold=2))
    assert {one.name for one in public.tables["designs"].columns} == {"asked", "simple", "households"}
    assert "designs_plot" not in public.plots
