import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.kernels.allocation import optimal
from sdcdesk.masking.sampling import StratifiedSampling
from sdcdesk.masking.sampling.stratified import deviations
from sdcdesk.masking.strata import stratum_names


def shared(sizes: list[int], spread: list[float], number: int) -> list[int]:
    return optimal(np.array(sizes), np.array(spread), number, np.arange(len(sizes))).tolist()


@pytest.mark.parametrize("tiny", [1e-60, 1e-200, 1e-310])
def test_optimal_shares_of_very_different_deviations_are_as_many_as_asked(tiny: float) -> None:
    assert shared([500, 900, 300], [tiny, 1.0, 1e3 * tiny], 1000) == [1, 900, 99]
    for number in range(3, 1701, 97):
        assert sum(shared([500, 900, 300], [tiny, 1.0, 1e3 * tiny], number)) == number


def test_optimal_shares_by_hand() -> None:
    assert shared([100, 50, 50], [1.0, 4.0, 2.0], 40) == [10, 20, 10]  # 100 : 200 : 100
    assert shared([100, 10, 50], [1.0, 40.0, 2.0], 40) == [15, 10, 15]  # the second gives all; 100 : 100
    assert shared([100, 50, 50], [0.0, 4.0, 4.0], 40) == [1, 20, 19]  # one of what does not vary; a tie
    assert shared([100, 5, 5], [0.0, 4.0, 4.0], 40) == [30, 5, 5]  # the others are exhausted
    # 28 : 142.5 : 28 : 28, of which the larger stratum comes first; as floats 35·0.8 is not 28.
    assert shared([28, 57, 35, 40], [1.0, 2.5, 0.8, 0.7], 12) == [1, 8, 1, 2]
    assert shared([60, 40], [0.0, 0.0], 10) == [6, 4]  # nothing varies: in proportion
    assert shared([10, 10, 10], [1.0, 1.0, 5.0], 2) == [0, 0, 2]  # too few for all


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.sampled_from([0.0, 1e-9, 0.5, 1.0, 3.0, 1e9])),
        min_size=1,
        max_size=7,
    ),
    st.data(),
)
def test_no_move_of_one_record_makes_optimal_shares_better(
    strata: list[tuple[int, float]], data: st.DataObject
) -> None:
    """Rounding aside: the variance Σ (n_h S_h)²/t_h of every other allocation is not far smaller."""
    sizes, spread = (list(column) for column in zip(*strata, strict=True))
    number = data.draw(st.integers(1, sum(sizes)))
    taken = shared(sizes, spread, number)
    assert sum(taken) == number
    assert all(0 <= t <= n for t, n in zip(taken, sizes, strict=True))
    if number >= len(sizes):
        assert min(taken) >= 1
        # Two records moved between any two strata never help: rounding is within one record a stratum.
        for lose in range(len(sizes)):
            for win in range(len(sizes)):
                if lose != win and taken[lose] > 3 and taken[win] + 2 <= sizes[win]:
                    gain = (sizes[win] * spread[win]) ** 2 * (1 / taken[win] - 1 / (taken[win] + 2))
                    loss = (sizes[lose] * spread[lose]) ** 2 * (1 / (taken[lose] - 2) - 1 / taken[lose])
                    assert gain <= loss * (1 + 1e-9)


def test_the_spread_is_that_of_the_values_that_are_there() -> None:
    numbers = np.array([1.0, 2.0, 4.0, np.nan, 7.0, 9.0, np.nan])
    strata = np.array([0, 0, 0, 0, 1, 2, 2])
    found = deviations(numbers, strata, np.arange(7))
    assert found == pytest.approx(np.array([np.std([1, 2, 4], ddof=1), 0, 0]) / 9)


def towns() -> Microdata:
    return Microdata(
        pd.DataFrame(
            {"town": ["a"] * 6 + ["b"] * 4 + [None] * 2, "sex": list("fmfmfm") + list("ffmm") + ["f", "f"]}
        )
    )


def test_equal_values_have_no_spread_whatever_their_mean_is_rounded_to() -> None:
    towns, income = [*"a" * 20, *"b" * 10, *"c" * 7], [0.1] * 20 + [0.3] * 10 + [0.7] * 7
    frame = pd.DataFrame({"town": towns, "income": income})
    data = Microdata(frame, [Variable(name="income", scale=Scale.CONTINUOUS)])
    sampling = StratifiedSampling(within=["town"], allocation="optimal", spread="income", by="size", size=12)
    drawn = sampling.apply(data, seed=1).column("town").value_counts()
    # By size alone: 6.49, 3.24 and 2.27.
    assert drawn.to_dict() == {"a": 7, "b": 3, "c": 2}


def test_strata_are_named_by_their_values() -> None:
    assert sorted(stratum_names(towns(), ["town", "sex"])) == [
        "(missing) × f",
        "a × f",
        "a × m",
        "b × f",
        "b × m",
    ]
    clash = Microdata(pd.DataFrame({"town": ["(missing)", None]}))
    with pytest.raises(DataError, match="Two strata would have one name"):
        stratum_names(clash, ["town"])


def test_given_numbers() -> None:
    sampling = StratifiedSampling(
        within=["town"], allocation="given", numbers={"a": 2, "(missing)": 1, "gone": 0}
    )
    sample = sampling.mask(towns(), 3)
    assert sample.data.column("town").fillna("–").tolist() == ["a", "a", "–"]
    assert sample.notes == ("1 stratum is not named and gives no record.",)
    assert sampling.summary() == "Sample 3 records, stratified by town"
    assert sample.figures["smallest_sampling_factor"].value == 0


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"a": 7}, "1 stratum has fewer records than it shall give"),
        ({"c": 1, "d": 2}, "2 names shall give records and are no strata"),
    ],
)
def test_numbers_that_cannot_be_given_are_refused_without_naming_values(
    numbers: dict[str, int], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        StratifiedSampling(within=["town"], allocation="given", numbers=numbers).apply(towns(), 1)


@pytest.mark.parametrize(
    "parameters",
    [
        {"allocation": "given"},
        {"allocation": "given", "numbers": {"a": 0}},
        {"allocation": "given", "numbers": {"a": -1}},
        {"allocation": "given", "numbers": {"a": 1}, "percentage": 5.0},
        {"allocation": "optimal", "percentage": 5.0},
        {"allocation": "equal", "percentage": 5.0, "spread": "age"},
        {"percentage": 5.0, "numbers": {"a": 1}},
    ],
)
def test_parameters_that_do_not_fit_together_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        StratifiedSampling(within=["town"], **parameters)
