import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.withholding import withheld
from sdcdesk.io import read
from sdcdesk.loss import Distributions
from sdcdesk.masking import METHODS

NAN = math.nan
CELLS = st.one_of(st.just(NAN), st.integers(-3, 3).map(float), st.integers(-500, 500).map(lambda v: v / 10))
COLUMN = st.lists(CELLS, min_size=1, max_size=12)


def numbers(**columns: list[float] | np.ndarray) -> Microdata:
    return Microdata(pd.DataFrame(columns).astype("float64"))


def present(values: list[float]) -> list[float]:
    return [value for value in values if not math.isnan(value)]


def slow_distances(before: list[float], after: list[float], rows: list[int]) -> dict[str, float]:
    """The textbook formulas, value by value."""
    pairs = [(before[row], new) for row, new in zip(rows, after, strict=True)]
    pairs = [(x, y) for x, y in pairs if not math.isnan(x) and not math.isnan(y)]
    known = present(before)
    deviation = statistics.stdev(known) if len(known) > 1 else 0.0
    found = {"il1s": NAN, "sse_sst": NAN, "kolmogorov_smirnov": NAN}
    if pairs and deviation > 0:
        found["il1s"] = statistics.fmean(abs(x - y) for x, y in pairs) / math.sqrt(2) / deviation
    if pairs and len({x for x, _ in pairs}) > 1:
        mean = statistics.fmean(x for x, _ in pairs)
        found["sse_sst"] = sum((x - y) ** 2 for x, y in pairs) / sum((x - mean) ** 2 for x, _ in pairs)
    new = present(after)
    if known and new:
        found["kolmogorov_smirnov"] = max(
            abs(sum(v <= at for v in known) / len(known) - sum(v <= at for v in new) / len(new))
            for at in known + new
        )
    return found


@given(COLUMN, st.data())
def test_distances_equal_those_of_going_value_by_value(before: list[float], data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, len(before) - 1), unique=True))
    after = data.draw(st.lists(CELLS, min_size=len(rows), max_size=len(rows)))
    masked = Microdata(pd.DataFrame({"a": after}, dtype="float64"), rows=np.array(rows, dtype=np.int64))
    found = Distributions().assess(numbers(a=before), masked).table("distances").iloc[0]
    for name, expected in slow_distances(before, after, rows).items():
        assert float(found[name]) == pytest.approx(expected, rel=1e-7, abs=1e-9, nan_ok=True), name


def test_all_variables_together() -> None:
    before = numbers(a=[1.0, 2.0, 3.0, 4.0], b=[10.0, NAN, 30.0, 50.0], still=[5.0] * 4)
    after = numbers(a=[2.0, 2.0, 3.0, 4.0], b=[10.0, 20.0, 30.0, 90.0], still=[5.0, 6.0, 5.0, 5.0])
    found = Distributions().assess(before, after, same_order=True)
    a, b = 1 / math.sqrt(2 * 5 / 3), 40 / math.sqrt(2 * 400)
    assert found.value("il1s") == pytest.approx((a + b) / 7), "a mean over the seven values"
    assert found.value("sse_sst") == pytest.approx((1 / 5 + 1600 / 800) / 2), "a mean over two variables"
    table = found.table("distances").set_index("variable")
    assert math.isnan(table.loc["still", "il1s"])
    assert found.value("kolmogorov_smirnov") == table["kolmogorov_smirnov"].max() == pytest.approx(1 / 4)
    assert found.value("hellinger") == pytest.approx(table["hellinger"].mean())
    [note] = [note for note in found.notes if "constant" in note]
    assert note.startswith("1 variable is constant")
    assert note.endswith(": still.")


def test_hellinger_distance_by_hand() -> None:
    """Two classes of two values; one masked value moves to the other, one beyond the range."""
    before, after = numbers(a=[1.0, 2.0, 3.0, 4.0]), numbers(a=[1.0, 3.0, 3.0, 9.0])
    found = Distributions(classes=2).assess(before, after, same_order=True)
    assert found.value("hellinger") == pytest.approx(
        math.sqrt(1 - math.sqrt(1 / 2 * 1 / 4) - math.sqrt(1 / 2 * 2 / 4))
    )


def test_group_means_lose_the_known_share_of_the_variance(shared_data: Path) -> None:
    """The literature's value of MDAV with k = 3 on the 13 variables of the CASC file, in percent of SST."""
    data = read(shared_data / "census-casc.csv")
    masked = METHODS["microaggregation"](variables=list(data.names), k=3, grouping="together").apply(
        data, seed=1
    )
    lost = Distributions(variables=data.names).assess(data, masked).value("sse_sst")
    assert 100 * (lost or 0) == pytest.approx(5.6922, abs=5e-5)


def test_moments_and_quantiles_of_the_drawn_variable() -> None:
    values = np.random.default_rng(1).gamma(2.0, 3.0, 500)
    before, after = numbers(a=values, b=values), numbers(a=values, b=2 * values)
    found = Distributions().assess(before, after, same_order=True)
    moments = found.table("moments").set_index("variable")
    assert moments.loc["b", "mean_after"] == pytest.approx(2 * values.mean())
    assert moments.loc["b", "deviation_before"] == pytest.approx(values.std(ddof=1))
    assert moments.loc["a", "skewness_before"] == moments.loc["b", "skewness_before"]
    assert moments.loc["b", "skewness_after"] == pytest.approx(moments.loc["b", "skewness_before"])
    quantiles = found.table("quantiles")
    expected = np.quantile(values, np.arange(1, 100) / 100)
    assert quantiles["before"].tolist() == pytest.approx(expected.tolist()), "b moved most, so it is drawn"
    assert quantiles["change"].tolist() == pytest.approx(expected.tolist())
    drawn = Distributions(drawn="a").assess(before, after, same_order=True)
    assert (drawn.table("quantiles")["change"] == 0).all()
    distribution = found.table("distribution")
    assert distribution[["values_before", "values_after"]].sum().tolist() == [500, 500]
    assert distribution["share_after"].sum() == pytest.approx(1)


def test_a_named_variable_that_is_drawn_is_compared_too() -> None:
    data = numbers(a=[1.0, 2.0, 3.0], b=[1.0, 2.0, 4.0])
    found = Distributions(variables=["a"], drawn="b").assess(data, data)
    assert found.table("distances")["variable"].tolist() == ["a", "b"]


def test_what_cannot_be_computed_says_why() -> None:
    def why(name: str, before: Microdata, after: Microdata) -> Why:
        return Distributions().assess(before, after, same_order=True).figure(name).quantity.reason.code

    still, empty = numbers(a=[1.0, 1.0]), numbers(a=[NAN, NAN])
    text = Microdata(pd.DataFrame({"a": ["x", "y"]}))
    assert why("il1s", still, still) is Why.ZERO_DIVISOR
    assert why("il1s", empty, empty) is Why.TOO_FEW
    assert why("kolmogorov_smirnov", still, empty) is Why.TOO_FEW
    assert why("hellinger", text, text) is Why.NOT_APPLICABLE
    assert why("il1s", still, still.take(np.arange(0))) is Why.NO_RECORDS
    one = Distributions().assess(numbers(a=[3.0]), numbers(a=[4.0]), same_order=True)
    assert one.value("kolmogorov_smirnov") == 1
    assert one.value("il1s") is None


def test_files_without_a_pairing_have_distances_of_distributions_only() -> None:
    before, after = numbers(a=[1.0, 2.0, 3.0]), numbers(a=[3.0, 2.0, 1.5])
    found = Distributions().assess(before, after)
    assert found.value("il1s") is None
    assert found.value("kolmogorov_smirnov") == pytest.approx(1 / 3)


def test_public_documents_tell_neither_quantiles_nor_moments() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(50, 9, 400)
    found = Distributions().assess(
        numbers(a=values), numbers(a=values + rng.normal(0, 3, 400)), same_order=True
    )
    public = withheld(found)
    assert public.figures["il1s"].quantity.rounded_to, "in steps"
    assert public.figures["kolmogorov_smirnov"].quantity.rounded_to, "in steps of ten records"
    for name in ("sse_sst", "hellinger"):
        assert public.figures[name].value is None
    told = {
        column.name
        for table in public.tables.values()
        for column in table.columns
        if column.unit is not None and any(q.value is not None for q in table.quantities(column))
    }
    assert told <= {"below", "il1s", "kolmogorov_smirnov", "values"}
