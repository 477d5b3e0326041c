"""Risk curves of samples: the paper's ten people, every subset as an oracle, limits, what does not fit."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Cancelled, Progress
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking import Recoding
from sdcdesk.release.sampling_curves import KeySet, SamplingCurves, largest, sample_sizes
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, SamplingRisk, WeightMatrix
from sdcdesk.risk.disclosure import DisclosureRisk
from sdcdesk.risk.sampling.expectation import RISKS, Risk

KEYS = ("age", "sex")


@pytest.fixture
def people() -> Microdata:
    """The initial microdata of Truta 2004, Figure 2.1."""
    frame = pd.DataFrame({"age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "sex": list("MMMFFFMFMM")})
    return Microdata(
        frame,
        [Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS), Variable(name="sex", role=Role.KEY)],
    )


def _own(data: Microdata) -> SamplingCurves:
    return SamplingCurves(data, data)


def _risks(original: Microdata, masked: Microdata, weights: WeightMatrix) -> dict[str, float]:
    found = DisclosureRisk(keys=list(KEYS), weights=weights).assess(original, masked)
    return {risk: float(found.value(risk)) for risk in RISKS}


# Curves


@pytest.mark.parametrize(
    ("name", "risk", "expected"),
    [
        ("W1", "dr_weighted", 0.15),
        ("W2", "dr_weighted", 0.3),
        ("W3", "dr_weighted", 0.183333),
        ("W4", "dr_weighted", 0.221296),
        ("W4", "dr_min", 0.15),
        ("W4", "dr_max", 0.3),
    ],
)
def test_the_ten_people_of_the_paper(people: Microdata, name: str, risk: Risk, expected: float) -> None:
    curve = _own(people).of(KeySet(KEYS, TRUTA_2004[name]))
    assert curve.records.tolist() == list(range(11))
    assert curve.expected(risk)[5] == pytest.approx(expected, abs=5e-7)


def test_the_ends_of_w4(people: Microdata) -> None:
    curve = _own(people).of(KeySet(KEYS, TRUTA_2004["W4"]))
    assert curve.expected("dr_weighted")[[1, 10]] == pytest.approx([0.036667, 0.6], abs=5e-7)
    assert curve.end("dr_min") == pytest.approx(0.3)
    assert (curve.n, curve.released) == (10, 10)


def test_curves_of_a_masked_file_are_the_mean_of_all_its_samples(people: Microdata) -> None:
    masked = Recoding(variable="age", how="width", width=20.0).apply(people)
    weights = WeightMatrix.geometric(0.5)
    curve = SamplingCurves(people, masked).of(KeySet(KEYS, weights))
    for t in (1, 4, 9):
        found = [
            _risks(people, masked.take(np.array(chosen)), weights)
            for chosen in combinations(range(len(masked)), t)
        ]
        for risk in RISKS:
            mean = sum(each[risk] for each in found) / len(found)
            assert curve.expected(risk)[t] == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("masked", [False, True])
def test_deviations_are_those_of_all_samples(people: Microdata, masked: bool) -> None:
    file = Recoding(variable="age", how="width", width=20.0).apply(people) if masked else people
    curve = SamplingCurves(people, file).of(KeySet(KEYS, WeightMatrix.maximal()), spread=True)
    for t in (3, 8):
        found = [
            _risks(people, file.take(np.array(chosen)), WeightMatrix.maximal())
            for chosen in combinations(range(len(file)), t)
        ]
        for risk in ("dr_min", "dr_max"):
            assert curve.deviation(risk)[t] == pytest.approx(
                np.std([each[risk] for each in found]), abs=1e-12
            )


def test_after_masking_deviations_are_there_where_they_were_asked_for(people: Microdata) -> None:
    masked = Recoding(variable="age", how="width", width=20.0).apply(people)
    curves, wanted = SamplingCurves(people, masked), KeySet(KEYS, WeightMatrix.maximal())
    assert curves.of(wanted).deviations is None
    assert curves.of(wanted).band("dr_min") is None
    assert curves.of(wanted, spread=True).deviations is not None


def test_a_band_lies_around_the_expected_risk_and_within_its_bounds(people: Microdata) -> None:
    curve = _own(people).of(KeySet(KEYS, WeightMatrix.maximal()))
    low, high = curve.band("dr_min")
    assert (low <= curve.minimal).all()
    assert (high >= curve.minimal).all()
    assert low.min() == 0.0
    assert curve.band("dr_weighted") is None
    middle = curve.deviation("dr_min")[5]
    assert high[5] - curve.minimal[5] == pytest.approx(2 * middle)


def test_where_a_missing_value_matches_all_groups_that_grew_have_no_deviations() -> None:
    data = Microdata(pd.DataFrame({"age": [1.0, 2.0, 3.0, 4.0]}))
    masked = data.assign({"age": np.array([1.0, np.nan, 3.0, np.nan])})
    wanted = KeySet(("age",), WeightMatrix.maximal(), "wildcard")
    assert SamplingCurves(data, masked).of(wanted, spread=True).deviations is None


def test_weights_that_do_not_fit_leave_the_other_risks(people: Microdata) -> None:
    curve = _own(people).of(KeySet(KEYS, TRUTA_2006["W3"]))
    other = _own(people).of(KeySet(KEYS, WeightMatrix.maximal()))
    assert curve.weighted is None
    assert isinstance(curve.misfit, DataError)
    assert curve.misfit.field == "weights"
    assert curve.minimal.tolist() == other.minimal.tolist()
    assert curve.maximal.tolist() == other.maximal.tolist()
    assert curve.table()["dr_weighted"].isna().all()
    assert largest(curve, "dr_max", 0.3).records == 5
    with pytest.raises(DataError):
        largest(curve, "dr_weighted", 0.3)


def test_the_table_has_shares_of_the_released_records_too(people: Microdata) -> None:
    table = _own(people).of(KeySet(KEYS, TRUTA_2004["W4"])).table()
    assert table["share"].tolist() == pytest.approx([t / 10 for t in range(11)])
    row = table.iloc[5]
    assert row["dr_min_released"] == pytest.approx(row["dr_min"] * 2)
    assert table.iloc[0][["dr_min", "dr_min_released", "dr_max_released"]].tolist() == [0, 0, 0]


def test_the_role_key_names_the_variables_where_none_are_given(people: Microdata) -> None:
    curve = _own(people).of(KeySet((), WeightMatrix.maximal()))
    assert curve.names == KEYS


def test_equal_questions_are_counted_once(people: Microdata, monkeypatch: pytest.MonkeyPatch) -> None:
    from sdcdesk.release.sampling_curves import sampled

    counted = []
    compare = sampled.compare
    monkeypatch.setattr(sampled, "compare", lambda *all_: counted.append(all_[2]) or compare(*all_))
    curves = _own(people)
    for weights in (WeightMatrix.maximal(), WeightMatrix.minimal(), WeightMatrix.maximal()):
        curves.of(KeySet(KEYS, weights))
        curves.of(KeySet((), weights))
    assert counted == [KEYS]


# What cannot be computed


@pytest.mark.parametrize(
    ("keys", "words"), [((), "no variable has the role key"), (("age", "place"), "place")]
)
def test_keys_that_are_not_there_are_named(keys: tuple[str, ...], words: str) -> None:
    data = Microdata(pd.DataFrame({"age": [1, 2, 3]}))
    with pytest.raises(DataError, match=words):
        _own(data).of(KeySet(keys, WeightMatrix.maximal()))


def test_an_identifier_is_no_key(people: Microdata) -> None:
    hidden = people.describe(Variable(name="sex", role=Role.IDENTIFIER))
    with pytest.raises(DataError, match="sex has the role identifier"):
        _own(hidden).of(KeySet(KEYS, WeightMatrix.maximal()))


def test_cancel_leaves_the_curves_usable(people: Microdata) -> None:
    curves, wanted = _own(people), KeySet(KEYS, WeightMatrix.maximal())
    with pytest.raises(Cancelled):
        curves.of(wanted, Progress(cancelled=lambda: True))
    assert curves.of(wanted).end("dr_max") == pytest.approx(0.6)


@pytest.mark.parametrize("records", [0, 1])
def test_a_file_of_no_or_one_record(people: Microdata, records: int) -> None:
    curve = SamplingCurves(people, people.take(np.arange(records))).of(KeySet(KEYS, WeightMatrix.maximal()))
    assert curve.records.tolist() == list(range(records + 1))
    assert curve.shares.tolist() == [0.0, 1.0][: records + 1]
    assert curve.minimal[0] == 0
    found = largest(curve, "dr_max", 0.0)
    assert (found.records, found.share, found.next_risk is None) == (0, 0.0, records == 0)


# The sizes of samples


@pytest.mark.parametrize("records", [0, 1, 7, 100])
def test_few_records_are_all_asked_for(records: int) -> None:
    asked, sizes = sample_sizes(records)
    assert sizes.tolist() == list(range(records + 1))
    assert asked.tolist() == pytest.approx([t / max(records, 1) for t in sizes])


@given(st.integers(101, 10**9))
def test_sizes_are_rounded_halves_upwards(records: int) -> None:
    asked, sizes = sample_sizes(records)
    assert (np.diff(sizes) > 0).all()
    assert (sizes[0], sizes[-1]) == (0, records)
    permille = [round(1000 * share) for share in asked.tolist()]
    assert sizes.tolist() == [(2 * each * records + 1000) // 2000 for each in permille]


# The inverse question


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from("abcdef"), min_size=2, max_size=14),
    st.sampled_from(RISKS),
    st.floats(0, 1),
    st.booleans(),
)
def test_the_largest_sample_is_the_last_that_keeps_the_limit(
    keys: list[str], risk: Risk, limit: float, merged: bool
) -> None:
    data = Microdata(pd.DataFrame({"age": keys, "sex": "x"}))
    masked = data.assign({"age": np.array(["a" if k < "d" else k for k in keys])}) if merged else data
    curve = SamplingCurves(data, masked).of(KeySet(("age",), WeightMatrix.geometric(0.4)))
    found = largest(curve, risk, limit)
    values = curve.expected(risk).tolist()
    kept = [t for t, value in enumerate(values) if value <= limit * (1 + 1e-11)]
    assert found.records == kept[-1]
    assert found.share == found.records / len(data)
    assert found.risk == pytest.approx(values[found.records], abs=1e-15)
    following = values[found.records + 1 : found.records + 2]
    assert ([] if found.next_risk is None else [found.next_risk]) == pytest.approx(following)
    assert (found.peak is not None) == any(value > limit * (1 + 1e-11) for value in values[: found.records])


def test_a_limit_that_is_met_exactly_is_kept(people: Microdata) -> None:
    curve = _own(people).of(KeySet(KEYS, TRUTA_2004["W4"]))
    assert largest(curve, "dr_min", 0.15).records == 5
    assert largest(curve, "dr_min", 0.149999).records == 4


def test_after_masking_a_smaller_sample_can_exceed_what_a_larger_keeps() -> None:
    data = Microdata(pd.DataFrame({"age": list(range(10))}))
    masked = Recoding(variable="age", how="width", width=5.0).apply(data)
    curve = SamplingCurves(data, masked).of(KeySet(("age",), WeightMatrix.minimal()))
    found = largest(curve, "dr_min", 0.01)
    assert found.records == 10
    assert found.peak == pytest.approx(curve.minimal.max())


@pytest.mark.parametrize("limit", [-0.1, 1.1])
def test_a_limit_is_a_share(people: Microdata, limit: float) -> None:
    with pytest.raises(ParameterError):
        largest(_own(people).of(KeySet(KEYS, WeightMatrix.maximal())), "dr_max", limit)


# Simulation


def test_simulated_samples_are_those_of_the_measure(people: Microdata) -> None:
    wanted = KeySet(KEYS, TRUTA_2004["W4"])
    found = _own(people).simulated(wanted, 20, 7)
    measure = SamplingRisk(
        keys=KEYS, weights=TRUTA_2004["W4"], replicates=20, seed=7, factors=list(map(float, range(0, 101, 5)))
    )
    table = measure.assess(people, people).table("curve")
    assert found.shares.tolist() == pytest.approx(table["factor"].tolist())
    for risk in RISKS:
        low, high = found.ends[risk]
        assert low.tolist() == table[f"{risk}_simulated_q05"].tolist()
        assert high.tolist() == table[f"{risk}_simulated_q95"].tolist()
    assert found.ends["dr_max"][1][-1] == pytest.approx(0.6)


def test_simulation_without_fitting_weights_leaves_out_what_needs_them(people: Microdata) -> None:
    found = _own(people).simulated(KeySet(KEYS, TRUTA_2006["W3"]), 5, 7)
    assert set(found.ends) == {"dr_min", "dr_max"}


# Key sets


def test_a_key_set_comes_back_from_its_measure(people: Microdata) -> None:
    for one in (KeySet((), WeightMatrix.maximal()), KeySet(KEYS, TRUTA_2004["W3"], "wildcard")):
        assert KeySet.of_measure(one.measure()) == one
    scenario = Scenario(name="Neighbour", keys=KEYS, missing="wildcard", weights="W3")
    assert KeySet.of_scenario(scenario, TRUTA_2004["W3"]) == KeySet(KEYS, TRUTA_2004["W3"], "wildcard")
    assert KeySet((), WeightMatrix.maximal()).names(people) == KEYS
