import csv
import re
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from resources.samples import generate, names, parameters

SIZES = parameters.SIZES


def rows(count: int) -> list[dict[str, str]]:
    with generate.path(count).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def share_of_uniques(records: list[dict[str, str]], *keys: str) -> float:
    sizes = Counter(tuple(record[key] for key in keys) for record in records)
    return sum(size == 1 for size in sizes.values()) / len(records)


def share(records: list[dict[str, str]], **wanted: str) -> float:
    return sum(all(record[k] == v for k, v in wanted.items()) for record in records) / len(records)


@pytest.mark.parametrize("count", SIZES)
def test_committed_file_is_what_the_script_makes_every_time(count: int) -> None:
    made = generate.as_csv(generate.records(count))
    assert made == generate.as_csv(generate.records(count))
    assert generate.path(count).read_bytes() == made


def test_check_names_absent_and_changed_files_and_writing_mends_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    monkeypatch.setattr(parameters, "SIZES", (20, 30))
    generate.path(20).write_bytes(generate.as_csv(generate.records(20)).replace(b"\n", b"\r\n"))
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "billing_20.csv differs from what the script makes",
        "billing_30.csv differs from what the script makes",
    ]
    assert not generate.path(30).exists()
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_no_bill_hangs_on_the_last_digit_of_the_mathematics_library(monkeypatch: pytest.MonkeyPatch) -> None:
    dollars = []
    cents = generate.cents
    monkeypatch.setattr(generate, "cents", lambda amount: dollars.append(amount) or cents(amount))
    for count in SIZES:
        generate.records(count)
    part = np.concatenate(dollars) * 100 % 1
    assert np.abs(part - 0.5).min() > 1e-6  # libraries differ by about 1e-8 cents in the largest bill


@pytest.mark.parametrize("count", SIZES)
def test_form_of_the_file(count: int) -> None:
    content = generate.path(count).read_bytes()
    records = rows(count)
    assert content.startswith(b"Patient_No,Name,Age,Sex,Race,Zip,Amount_Billed\n")
    assert b"\r" not in content
    assert content.count(b"\n") == count + 1
    assert len({record["Patient_No"] for record in records}) == len(records) == count
    pattern = {
        "Patient_No": r"[1-9]\d{5}",
        "Age": r"\d{1,3}",
        "Sex": "[FM]",
        "Zip": r"48\d{3}",
        "Amount_Billed": r"\d+\.\d\d",
    }
    for column, form in pattern.items():
        assert all(re.fullmatch(form, record[column]) for record in records), column
    assert all(0 <= int(record["Age"]) <= 100 for record in records)
    assert all(40 <= float(record["Amount_Billed"]) <= 110_000 for record in records)
    assert {record["Race"] for record in records} == {*parameters.RACES, ""}


def test_names_fit_the_sex_and_are_composed_unicode() -> None:
    given = {sex: {n for stock in names.GIVEN.values() for n in stock[sex].split()} for sex in "FM"}
    assert not given["F"] & given["M"]
    records = rows(5_000)
    assert all(record["Name"].split()[0] in given[record["Sex"]] for record in records)
    assert all(unicodedata.is_normalized("NFC", record["Name"]) for record in records)
    found = {record["Name"].split()[0] for record in records}
    assert {"José", "Zoë"} <= found
    assert len({record["Name"] for record in records}) < len(records)


def test_share_of_uniques_behaves_as_in_the_figures_of_truta_2004() -> None:
    neighbour = [share_of_uniques(rows(count), "Age", "Sex", "Zip") for count in SIZES]
    colleague = [share_of_uniques(rows(count), "Age", "Race", "Sex") for count in SIZES]
    assert neighbour[0] > neighbour[1] > neighbour[2]
    assert colleague[0] > colleague[1] > colleague[2]
    assert all(n > 3 * c for n, c in zip(neighbour, colleague, strict=True))
    assert 0.35 <= neighbour[1] <= 0.45
    assert 0.03 <= colleague[1] <= 0.07


def test_variables_depend_on_one_another() -> None:
    records = rows(25_000)
    old = [record for record in records if int(record["Age"]) >= 85]
    city = [record for record in records if record["Zip"] == "48201"]
    suburb = [record for record in records if record["Zip"] == "48185"]
    children = [float(record["Amount_Billed"]) for record in records if 3 <= int(record["Age"]) <= 15]
    assert share(old, Sex="F") > 0.6 > share(records, Sex="F") > 0.5
    assert share(city, Race="Black") > 0.7
    assert share(suburb, Race="White") > 0.6
    assert 0.002 < share(records, Race="") < 0.004
    assert np.median([float(record["Amount_Billed"]) for record in old]) > 2 * np.median(children)
    assert share(records, Age="0") > 2 * share(records, Age="10")


def test_zip_codes_lie_in_bunches_of_skewed_size() -> None:
    sizes = Counter(record["Zip"] for record in rows(5_000))
    assert 35 <= len(sizes) <= 60
    assert len({code[:4] for code in sizes}) <= len(sizes) / 2
    assert sum(size for _, size in sizes.most_common(5)) > 0.3 * 5_000


def test_polygon_is_read_at_and_between_its_knots() -> None:
    knots = ((0, 10), (4, 20), (6, 0))
    assert generate.along(knots, np.array([0, 1, 4, 5, 6])).tolist() == [10, 12, 20, 10, 0]


def test_pick_follows_the_weights_and_never_draws_weight_zero() -> None:
    drawn = np.bincount(generate.pick(np.random.PCG64(1), (1, 0, 3), 40_000), minlength=3) / 40_000
    assert drawn[1] == 0
    assert drawn[2] == pytest.approx(0.75, abs=0.01)


def test_tables_of_parameters_are_consistent() -> None:
    kinds = parameters.RACE_BY_NEIGHBOURHOOD
    codes = [code for code, *_ in parameters.ZIPS]
    assert all(sum(weights) == 1_000 for weights in kinds.values())
    assert all(sum(weights.values()) == 1_000 for weights in parameters.ORIGIN_BY_RACE.values())
    assert set(parameters.ORIGIN_BY_RACE) == set(parameters.RACES)
    assert {kind for *_, kind in parameters.ZIPS} == set(kinds)
    assert codes == sorted(set(codes))
    assert set(names.GIVEN) == set(names.FAMILY) == {o for w in parameters.ORIGIN_BY_RACE.values() for o in w}
