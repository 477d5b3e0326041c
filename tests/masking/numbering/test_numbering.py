"""Order and numbers: what users may still know, and what nobody can read any more."""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import NewNumbers, RandomOrder
from sdcdesk.risk import DisclosureRisk


def people(homes: list[int | None]) -> Microdata:
    frame = pd.DataFrame({"home": pd.array(homes, dtype="Int64"), "age": range(len(homes))})
    return Microdata(frame, [Variable(name="home", role=Role.HOUSEHOLD), Variable(name="age", role=Role.KEY)])


def test_every_order_of_the_records_is_as_likely() -> None:
    data = people([1, 2, 3])
    found = Counter(tuple(RandomOrder().apply(data, seed=seed).rows.tolist()) for seed in range(1200))
    assert len(found) == 6
    assert max(abs(times - 200) for times in found.values()) < 5 * np.sqrt(1200 * 5 / 36)


def test_records_keep_their_values_and_risk_stays() -> None:
    data = people([1, 1, 2, 2, 3, None])
    masked = RandomOrder().mask(data, seed=3)
    rows = masked.data.rows
    assert sorted(rows.tolist()) == list(range(6)) != rows.tolist()
    assert masked.data.column("age").tolist() == rows.tolist()
    assert masked.figures["records_moved"].value == (rows != np.arange(6)).sum()
    found = DisclosureRisk().assess(data, masked.data)
    assert found.value("exactness") == "exact"
    assert found.value("dr_min") == 1.0


@pytest.mark.parametrize("units", ["households", "members"])
def test_households_stay_together(units: str) -> None:
    data = people([1, 2, 1, None, 2, 1, None, 3] * 5)
    ages, orders, apart = data.column("home"), set(), 0
    for seed in range(30):
        rows = RandomOrder(units=units).apply(data, seed=seed).rows
        homes = ages.take(rows).reset_index(drop=True)
        begins = (homes != homes.shift()) | homes.isna()
        known = homes[begins].dropna()
        assert known.is_unique, "each household stands in one place"
        for home in (1, 2, 3):
            members = rows[(homes == home).to_numpy(dtype=bool, na_value=False)].tolist()
            assert (members == sorted(members)) or units == "members"
            orders.add(tuple(members))
        apart += (homes.isna().astype(int).diff() == 1).sum() > 1
    assert apart > 10, "each missing one makes a household of one"
    assert len(orders) > 3 if units == "members" else len(orders) == 3


def test_households_must_be_known_where_they_count() -> None:
    data = people([1, 1, 2]).describe(Variable(name="home"))
    with pytest.raises(DataError, match="No variable has the role household"):
        RandomOrder(units="households").apply(data, seed=1)
    assert len(RandomOrder(units="members", household="home").apply(data, seed=1)) == 3


def test_new_numbers_keep_who_belongs_together_and_nothing_else() -> None:
    frame = pd.DataFrame(
        {
            "home": pd.array([900, 900, 7, None, 8, 7, -9], dtype="Int64"),
            "place": ["x", "y", "y", None, "z", "z", "none"],
            "id": [2**60 + number for number in range(7)],
            "half": [0.5, 0.5, np.nan, 1.5, 2.5, 2.5, 3.0],
        }
    )
    data = Microdata(
        frame,
        [
            Variable(name="home", missing=(-9, 2), scale=Scale.CONTINUOUS),
            Variable(name="place", missing=("none", "1"), categories=("x", "y", "z"), scale=Scale.ORDINAL),
        ],
    )
    masked = NewNumbers(variables=list(frame)).mask(data, seed=4)
    assert masked.figures["new_numbers"].value == 3 + 3 + 7 + 4
    new = masked.data.frame
    for name in frame:
        missing = data.missing(name)
        assert masked.data.missing(name).tolist() == missing.tolist()
        pairs = pd.DataFrame({"old": frame[name], "new": new[name]})[~missing].drop_duplicates()
        assert pairs["old"].is_unique
        assert pairs["new"].is_unique
        assert masked.data.variable(name).scale is Scale.NOMINAL
    assert set(new["home"][[0, 1, 2, 4, 5]]) == {1, 3, 4}, "2 is a code for a missing value"
    assert new["home"][6] == -9
    assert pd.isna(new["home"][3])
    assert set(new["place"][[0, 1, 2, 4, 5]]) == {"2", "3", "4"}
    assert pd.isna(new["place"][6])
    assert set(new["id"]) == set(range(1, 8))
    assert set(new["half"].dropna()) == {1.0, 2.0, 3.0, 4.0}


def test_new_numbers_lose_nothing_and_make_no_risk_exact() -> None:
    data = people([5, 5, 6, 7, None, 7]).describe(Variable(name="home", role=Role.KEY))
    sample = data.take(np.array([0, 2, 3]))
    for file in (data, sample):
        masked = NewNumbers(variables=["home"]).apply(file, seed=1)
        parts = HeadlineLoss().assess(data, masked).table("parts").set_index("part")["loss"]
        assert parts["home"] == parts["age"] == 0
        found = DisclosureRisk(keys=["home"]).assess(data, masked)
        assert found.value("exactness") == "upper bound"
        assert found.value("dr_max") == DisclosureRisk(keys=["home"]).assess(data, file).value("dr_max")


def test_every_assignment_of_numbers_is_as_likely() -> None:
    data = people([5, 5, 6, 7])
    found = Counter(
        tuple(NewNumbers(variables=["home"]).apply(data, seed=seed).column("home")) for seed in range(1200)
    )
    assert len(found) == 6
    assert max(abs(times - 200) for times in found.values()) < 5 * np.sqrt(1200 * 5 / 36)


def test_a_file_written_in_random_order_holds_the_cells_of_its_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [f'"{number}";{number},50;a{number:03}' for number in range(40)]
    Path("in.csv").write_text("home;income;code\n" + "\n".join(lines) + "\n", encoding="utf-8")
    asked = ["mask", "in.csv", "--seed", "1", "--out", "out.csv", "--method", "random_order"]
    assert main(asked) == 0
    header, *written = Path("out.csv").read_text(encoding="utf-8").splitlines()
    assert header == "home;income;code"
    assert written != lines
    assert sorted(written) == sorted(lines), "each line as it stood"
    assert main([*asked, "--overwrite", "--method", 'new_numbers:{"variables": ["home"]}']) == 0
    new = sdc.read("out.csv").frame
    old = sdc.read("in.csv").frame
    assert new["code"].tolist() != old["code"].tolist()
    assert sorted(new["home"]) == list(range(1, 41))
    assert new["home"].tolist() != old.set_index("code").loc[new["code"], "home"].tolist()
    both = {"mask": ["--method", "random_order"], "shuffled": ["--shuffle"]}
    coarse = ["--method", 'rounding:{"variables": ["income"], "base": 5}']
    for name, words in both.items():
        assert main(["mask", "in.csv", "--seed", "1", "--out", f"{name}.csv", *coarse, *words]) == 0
    assert Path("mask.csv").read_bytes() == Path("shuffled.csv").read_bytes()
