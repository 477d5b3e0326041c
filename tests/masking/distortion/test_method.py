import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.masking import ProbabilityDistortion
from sdcdesk.masking.distortion.frequency_imposed import imposed
from sdcdesk.masking.distortion.goodness_of_fit import largest_distance
from sdcdesk.masking.distortion.identification import CONTINUOUS_FAMILIES, Fitting, identify
from sdcdesk.masking.distortion.method import FAMILIES

SALARY = [186, 693, 830, 1177, 1219, 1428, 1902, 1903, 2496, 3406]


def file(**columns: object) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def distorted(data: Microdata, seed: int = 1, **parameters: object) -> Masked:
    few = {} if parameters.get("family") == "imposed" else {"replicates": 19}
    return ProbabilityDistortion(variables=data.names, **few, **parameters).mask(data, seed)


def test_the_best_of_the_source_is_weibull_by_maximum_likelihood() -> None:
    masked = distorted(file(salary=SALARY))
    families = masked.findings.table("families_salary").set_index("family")
    assert families["distance"]["Weibull"] == pytest.approx(0.1086, abs=5e-5)
    assert families["distance"]["Gumbel"] == pytest.approx(0.11377, abs=5e-6)
    parameters = masked.findings.table("parameters").set_index(["family", "parameter"])["value"]
    assert parameters["Weibull", "shape"] == pytest.approx(1.73379, abs=5e-6)
    assert families["p_value"]["Weibull"] > 0.05
    assert not {"least", "most"} & set(parameters.index.get_level_values(1)), "ends are values of records"


def test_imposed_intervals_begin_at_decimal_fractions() -> None:
    """Each value begins an interval of its own; as floats (0.9 − 0.4)/1.6 of 16 is below 5."""
    values = np.array([(4 + number) / 10 for number in range(17)])
    new = imposed(values, np.full(17, 0.5), 16)
    assert np.round(new, 9).tolist() == [min(45 + 10 * number, 195) / 100 for number in range(17)]


def test_ranks_stay_and_values_follow_the_distribution() -> None:
    values = np.random.default_rng(1).gumbel(100, 20, 2000)
    new = distorted(file(x=values), family="gumbel").data.numbers("x")
    assert (np.argsort(new) == np.argsort(values)).all()
    gumbel = FAMILIES["gumbel"].fit(np.sort(values), lambda: None)
    # 1.63/√n is exceeded once in a hundred samples of the distribution.
    assert largest_distance(gumbel.below(np.sort(new))) < 1.63 / np.sqrt(2000)


def test_without_mapping_values_have_nothing_to_do_with_the_old_ones() -> None:
    values = np.random.default_rng(1).normal(size=1000)
    mapped, free = (
        distorted(file(x=values), family="normal", mapped=m).data.numbers("x") for m in (True, False)
    )
    assert sorted(mapped.tolist()) == sorted(free.tolist())
    assert abs(np.corrcoef(values, free)[0, 1]) < 5 / np.sqrt(1000)


def test_frequencies_are_imposed_where_nothing_fits() -> None:
    values = np.concatenate([np.random.default_rng(1).normal(at, 0.1, 300) for at in (0, 5, 20)])
    masked = distorted(file(x=values), intervals=16)
    assert masked.notes == (
        "No distribution fits x at the level 5\u202f%; frequencies of 16 intervals were imposed.",
    )
    assert masked.findings.table("families_x")["p_value"].max() == 0.05
    edges = np.linspace(values.min(), values.max(), 17)
    counts = [np.histogram(column, edges)[0].tolist() for column in (values, masked.data.numbers("x"))]
    assert counts[0] == counts[1]


def test_counts_stay_counts() -> None:
    values = np.random.default_rng(1).poisson(4, 400)
    masked = distorted(file(x=values), family="best_whole")
    assert masked.data.column("x").dtype == "int64"
    distance = masked.findings.table("families_x").set_index("family")["distance"]
    assert distance["Poisson"] < distance["Geometric"]
    assert "χ²" in masked.findings.tables["families_x"].about


def test_categories_are_drawn_with_their_frequencies_and_mapped_by_their_order() -> None:
    order = ("low", "middle", "high")
    values = ["low"] * 500 + [None] * 10 + ["high"] * 300 + ["middle"] * 200
    data = Microdata(pd.DataFrame({"x": values}), [Variable(name="x", scale=Scale.ORDINAL, categories=order)])
    new = distorted(data).data
    assert (new.missing("x") == data.missing("x")).all()
    counts = new.column("x").value_counts()
    for value, share in zip(order, (0.5, 0.2, 0.3), strict=True):
        assert abs(counts[value] - 1000 * share) < 5 * np.sqrt(1000 * share * (1 - share))
    codes = [one.coding("x").codes[~one.missing("x")] for one in (data, new)]
    assert np.abs(codes[0] - codes[1]).max() <= 1
    assert (codes[0] != codes[1]).sum() <= 120


def test_a_p_value_is_small_for_another_distribution_and_uniform_for_its_own() -> None:
    rng = np.random.default_rng(3)
    fitting = Fitting("kolmogorov_smirnov", free_origin=False)
    normal = (FAMILIES["normal"],)
    skewed = identify(np.sort(rng.exponential(size=300)), normal, fitting, 0.05, 39, rng, SILENT)
    assert skewed.chosen is None
    own = [
        identify(np.sort(rng.normal(size=40)), normal, fitting, 0.0, 39, rng, SILENT).p or 0
        for _ in range(60)
    ]
    # Means of 60 uniform numbers: standard deviation 0.29/√60 ≈ 0.037.
    assert abs(np.mean(own) - 0.5) < 5 * 0.037


@pytest.mark.parametrize("criterion", ["kolmogorov_smirnov", "anderson_darling", "chi_squared"])
def test_each_criterion_finds_a_clear_distribution(criterion: str) -> None:
    values = np.sort(np.random.default_rng(2).exponential(10, 1500))
    found = identify(
        values,
        CONTINUOUS_FAMILIES,
        Fitting(criterion, free_origin=False),
        0.05,
        19,
        np.random.default_rng(1),
        SILENT,
    )
    assert found.chosen is not None
    assert found.chosen.family.name in ("exponential", "gamma", "weibull")


def test_odd_columns() -> None:
    same = distorted(file(x=[3.5] * 5))
    assert same.data.numbers("x").tolist() == [3.5] * 5
    assert same.notes == ("x has one value only, which stays.",)
    assert np.isnan(distorted(file(x=[np.nan] * 3)).data.numbers("x")).all()
    assert len(distorted(file(x=[1.0, np.nan, 2.0]), family="imposed").data) == 3
    assert distorted(file(x=[5e-324, 1e-310, 2e-310, 0.0])).notes[0].startswith("No distribution fits x")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(DataError, match=r"x cannot have the Gamma distribution \(it needs values above 0\)"):
        distorted(file(x=[-1.0, 2.0, 3.0]), family="gamma")
    with pytest.raises(DataError, match="by which a value of it has no probability"):
        distorted(file(x=[1.0, 2.0, 3.0]), family="uniform", criterion="anderson_darling")
    with pytest.raises(ParameterError, match="at least 8"):
        ProbabilityDistortion(variables=["x"], intervals=7)
    with pytest.raises(ParameterError, match="no p-value could be as small as the level"):
        ProbabilityDistortion(variables=["x"], level=0.5)
    with pytest.raises(ParameterError, match="has no effect here"):
        ProbabilityDistortion(variables=["x"], family="normal", level=1.0)


def test_the_bootstrap_can_be_stopped() -> None:
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 60

    with pytest.raises(Cancelled):
        ProbabilityDistortion(variables=["x"], replicates=9999).mask(
            file(x=np.random.default_rng(1).normal(size=300)), 1, Progress(cancelled=stop)
        )
