"""What is told of the fit: the families that were tried, and the values beside what the fit expects."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import ProbabilityDistortion
from sdcdesk.masking.distortion.continuous import Normal
from sdcdesk.masking.distortion.fit_findings import fit_section
from sdcdesk.masking.distortion.identification import Candidate, Identified
from sdcdesk.masking.distortion.method import FAMILIES

SALARY = [186, 693, 830, 1177, 1219, 1428, 1902, 1903, 2496, 3406]


def masked(values: object, **parameters: object) -> Masked:
    data = Microdata(pd.DataFrame({"x": values}))
    return ProbabilityDistortion(variables=["x"], replicates=19, **parameters).mask(data, seed=1)


def test_the_families_say_their_distance_and_what_became_of_them() -> None:
    families = masked(SALARY).findings.table("families_x").set_index("family")
    assert len(families) == 12
    assert families["distance"]["Gumbel"] == pytest.approx(0.11377, abs=5e-6)
    assert families["distance"].idxmin() == "Weibull"
    assert families["outcome"]["Weibull"] == "used: the closest that fits at 5\u202f%"
    assert families["p_value"].notna().sum() == 1
    assert families["outcome"]["Gumbel"] == "is less close than the one used"
    negative = masked([-1.0, *SALARY]).findings.table("families_x").set_index("family")
    assert negative["outcome"]["Gamma"] == "cannot be fitted: it needs values above 0"
    assert pd.isna(negative["distance"]["Gamma"])


def test_a_family_that_was_given_is_said_to_be() -> None:
    families = masked(SALARY, family="gumbel").findings.table("families_x")
    assert families[["family", "outcome"]].to_numpy().tolist() == [["Gumbel", "used: it was given"]]


def test_the_closest_is_drawn_where_none_fits() -> None:
    values = np.concatenate([np.random.default_rng(1).normal(at, 0.1, 300) for at in (0, 5, 20)])
    found = masked(values).findings
    families = found.table("families_x")
    closest = families.loc[families["distance"].idxmin(), "family"]
    assert found.plots["fit_plot_x"].series[-1].title == f"{closest}, which does not fit"
    assert (families["outcome"] == "does not fit at 5\u202f%").sum() == families["distance"].notna().sum()


@pytest.mark.parametrize("family", ["gumbel", "weibull", "poisson", "geometric", "pareto"])
def test_bins_hold_all_values_and_expect_what_the_distribution_says(family: str) -> None:
    values = np.sort(np.random.default_rng(3).poisson(20, 500)).astype(float) + 1
    found = masked(values, family=family).findings.table("histogram_x")
    fitted = FAMILIES[family].fit(values, lambda: None)
    last = len(found) - 1
    for place, row in enumerate(found.itertuples()):
        inside = (values >= row.low) & ((values < row.high) | ((place == last) & (values == row.high)))
        assert row.values == inside.sum()
        assert not {row.low, row.high} & ({values[0], values[-1]} - {round(row.low), round(row.high)})
    # Slowly: the probability of each whole number on its own, or of many thin slices.
    whole = fitted.whole
    for place, row in enumerate(found.itertuples()):
        thin = np.arange(row.low, row.high + (whole and place == last)) if whole else None
        if thin is None:
            expected = fitted.below(np.array([row.high]))[0] - fitted.below(np.array([row.low]))[0]
        else:
            expected = (fitted.below(thin) - fitted.below(thin - 1)).sum()
        assert row.expected == pytest.approx(500 * expected, abs=1e-6)


def test_bins_of_skewed_values_grow() -> None:
    values = np.random.default_rng(1).lognormal(5, 2, 400)
    found = masked(values, family="log_normal").findings.table("histogram_x")
    assert found["values"].sum() == 400
    assert found["values"].max() < 100
    width = found["high"] / found["low"]
    assert width.between(1.2, 2.6).all()
    assert found["expected"].sum() == pytest.approx(400, abs=3)


@pytest.mark.parametrize("family", ["uniform", "gumbel"])
def test_documents_leave_out_the_values_and_their_fit(family: str) -> None:
    found = masked(SALARY, family=family).findings
    assert set(found.plots) == {"fit_plot_x"}
    public = withheld(found)
    assert not public.plots
    assert list(public.tables) == ["families_x"]
    assert "distance" not in public.tables["families_x"].frame


def test_nothing_is_told_where_nothing_was_fitted() -> None:
    assert not masked([5.0, 5.0, 5.0]).findings.sections
    imposed = ProbabilityDistortion(variables=["x"], family="imposed")
    assert not imposed.mask(Microdata(pd.DataFrame({"x": SALARY})), seed=1).findings.sections


@given(
    st.lists(
        st.floats(-1e140, 1e140) | st.sampled_from([1e15, 1e15 + 0.125, 0.0, 5e-324, 1e-300, 1.0]),
        min_size=1,
        max_size=8,
    )
)
def test_any_numbers_have_bins(values: list[float]) -> None:
    if not max(values) > min(values):
        return
    candidate = Candidate(Normal, Normal(0.0, 1.0), 1.0)
    identified = Identified((candidate,), candidate, 1.0)
    section = fit_section(identified, np.sort(values), "x", "", "D", 5.0, by_root=True)
    found = Findings(sections=(section,)).table("histogram_x")
    assert found["values"].sum() == len(values)
    assert (found["low"] < found["high"]).all()
    assert found["expected"].between(0, len(values)).all()
