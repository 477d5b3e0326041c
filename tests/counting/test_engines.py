"""Engines: what DuckDB finds of a file equals to the last digit what is found of it in memory."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sdcdesk as sdc
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.io.counted_file import counted
from sdcdesk.risk.keys.key_measure import KeyMeasure
from tests.counting.conftest import ROLES, options, written_csv, written_parquet

GENERAL = sdc.risk.WeightMatrix.geometric(0.5)

MEASURES: tuple[KeyMeasure, ...] = (
    sdc.risk.DisclosureRisk(k=4),
    sdc.risk.DisclosureRisk(keys=["a"], weights=GENERAL),
    sdc.risk.KAnonymity(k=2),
    sdc.risk.KAnonymity(k=5, keys=["a", "b"], weights=GENERAL),
    sdc.risk.LDiversity(k=2),
    sdc.risk.LDiversity(keys=["a"], variables=["s"], l=3, c=1.5, alpha=0.3),
    sdc.risk.AttributeDisclosure(k=2),
    sdc.risk.TCloseness(t=0.1),
    sdc.risk.TCloseness(keys=["a", "b"], variables=["s"], ground="equality", likeness="enhanced", beta=0.3),
    sdc.risk.AttackerRisks(threshold=0.3),
    sdc.risk.AttackerRisks(keys=["a"]),
    sdc.risk.CensusUniqueness(),
    sdc.risk.CensusUniqueness(keys=["b"]),
    sdc.risk.SamplingRisk(factors=[0, 10, 50, 100], limit_maximal=0.2),
)

FILES = [(written_csv, seed) for seed in range(7)] + [(written_parquet, seed) for seed in range(6)]


@pytest.mark.parametrize(("written", "seed"), FILES)
def test_all_that_is_found_is_the_same(written: Any, seed: int, tmp_path: Path) -> None:
    path = written(tmp_path / ("f.csv" if written is written_csv else "f.parquet"), seed)
    data = sdc.read(path, options(path), roles=ROLES)
    with counted(path, options(path), roles=ROLES) as file:
        for measure in MEASURES:
            compare(measure.assess(data, data).to_json(), measure.assess_counted(file).to_json())


@pytest.mark.parametrize(
    "cells",
    [
        pa.array(np.array([0.1, -0.0, np.nan, 0.0, 0.1], dtype=np.float16), mask=np.arange(5) == 4),
        pa.array(["a", "b", "", None, "a"], pa.string_view()),
    ],
    ids=["half floats", "views of texts"],
)
def test_numbers_and_texts_that_arrow_stores_otherwise_are_counted(cells: pa.Array, tmp_path: Path) -> None:
    path, roles = tmp_path / "f.parquet", {"a": "key", "s": "confidential"}
    pq.write_table(pa.table({"a": cells, "s": cells}), path, row_group_size=2)
    data = sdc.read(path, roles=roles)
    with counted(path, roles=roles) as file:
        for measure in (sdc.risk.DisclosureRisk(), sdc.risk.LDiversity()):
            compare(measure.assess(data, data).to_json(), measure.assess_counted(file).to_json())


def compare(memory: dict[str, Any], engine: dict[str, Any]) -> None:
    for part in ("figures", "states", "computed_from", "parameters"):
        assert json.dumps(engine[part]) == json.dumps(memory[part])
    for name, table in engine["tables"].items():
        assert json.dumps(table) == json.dumps(memory["tables"][name]), name
    in_memory = {"records_at_risk", "small_groups", "groups", "designs"}
    assert memory["tables"].keys() - engine["tables"].keys() <= in_memory


@pytest.mark.parametrize("lost", [[], ["e"]], ids=["whole hierarchy", "a value without a label"])
def test_values_within_a_hierarchy_are_compared_alike(lost: list[str], tmp_path: Path) -> None:
    path, roles = tmp_path / "f.csv", {"a": "key", "s": "confidential"}
    rng = np.random.default_rng(3)
    lines = [f"{a},{s}" for a, s in zip(rng.integers(0, 9, 90), rng.choice(list("bcde"), 90), strict=True)]
    path.write_text("\n".join(["a,s", *lines]) + "\n", encoding="utf-8")
    labels = {one: "low > all" if one in "bc" else "high > all" for one in "bcde" if one not in lost}
    risk = sdc.risk.TCloseness(ground="hierarchy", hierarchy=labels)
    data = sdc.read(path, roles=roles)
    with counted(path, roles=roles) as file:
        if lost:
            for found in (lambda: risk.assess(data, data), lambda: risk.assess_counted(file)):
                with pytest.raises(DataError, match="1 value of s is not in the hierarchy"):
                    found()
        else:
            compare(risk.assess(data, data).to_json(), risk.assess_counted(file).to_json())


@pytest.mark.parametrize("seed", range(6))
def test_all_questions_have_the_same_answers(seed: int, tmp_path: Path) -> None:
    path = written_parquet(tmp_path / "f.parquet", seed)
    data = sdc.read(path, roles=ROLES)
    memory = InMemory(data, data, ("a", "b", "c"), "category")
    with counted(path, roles=ROLES) as file:
        engine = file.counting(memory.keys, "category")
        (whole,) = memory.values(("s", "u"))
        batches = list(engine.values(("s", "u")))
        assert np.concatenate([one.sizes for one in batches]).tolist() == whole.sizes.tolist()
        assert np.concatenate([one.records for one in batches]).tolist() == whole.records.tolist()
        for name in ("s", "u"):
            found = np.concatenate([one.values[name].counts for one in batches])
            assert found.tolist() == whole.values[name].counts.tolist()
        for low, high in ((1, 1), (2, 3), (1, 100)):
            found = [at for part in engine.records(low, high) for at in part.tolist()]
            assert found == [at for part in memory.records(low, high) for at in part.tolist()]


def test_groups_are_cut_between_batches_only_where_they_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sdcdesk.counting.duckdb_store.ROWS", 1)
    rng = np.random.default_rng(2)
    keys = np.minimum(rng.geometric(0.03, 6000), 120)  # groups of a few records, and of hundreds
    path, roles = tmp_path / "f.parquet", {"a": "key", "b": "key", "s": "confidential"}
    pq.write_table(pa.table({"a": keys, "b": keys % 2, "s": rng.integers(0, 900, len(keys))}), path)
    data = sdc.read(path, roles=roles)
    (whole,) = InMemory(data, data, ("a", "b"), "category").values(("s",))
    with counted(path, roles=roles) as file:
        batches = list(file.counting(("a", "b"), "category").values(("s",)))
        risk = sdc.risk.LDiversity(l=3)
        compare(risk.assess(data, data).to_json(), risk.assess_counted(file).to_json())
    assert len(batches) > 2
    assert np.concatenate([one.sizes for one in batches]).tolist() == whole.sizes.tolist()
    assert (
        np.concatenate([one.values["s"].counts for one in batches]).tolist()
        == whole.values["s"].counts.tolist()
    )


def written_with_weights(path: Path, seed: int) -> sdc.Microdata:
    """Write a file with weights that no float has exactly, and return it."""
    rng = np.random.default_rng(seed)
    records = int(rng.integers(1, 400))
    columns = {"a": rng.integers(0, 30, records), "b": rng.choice(["x", "y", None], records)}
    weights = rng.choice([1.0, 1.1, 2.7, 10 / 3, 1e5 / 7], records, p=[0.2, 0.3, 0.3, 0.1, 0.1])
    pq.write_table(pa.table({**columns, "w": weights}), path, row_group_size=int(rng.integers(5, 90)))
    return sdc.read(path, roles=WEIGHTED)


WEIGHTED = {"a": "key", "b": "key", "w": "weight"}

BY_WEIGHTS: tuple[KeyMeasure, ...] = (
    sdc.risk.AttackerRisks(population="weights"),
    sdc.risk.AttackerRisks(population="weights", keys=["b"], weight="w", threshold=0.01),
    sdc.risk.IndividualRisk(),
    sdc.risk.WeightedAnonymity(k=20),
    sdc.risk.IndividualRisk(keys=["b"], threshold=0.001),
)


@pytest.mark.parametrize("rows", [1 << 18, 3])
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_found_by_weights_is_the_same(
    seed: int, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sdcdesk.counting.duckdb_store.ROWS", rows)
    monkeypatch.setattr("sdcdesk.risk.population_estimate.MANY", rows)
    path = tmp_path / "f.parquet"
    data = written_with_weights(path, seed)
    (whole,) = InMemory(data, data, ("a", "b"), "category").weighted("w")
    with counted(path, roles=WEIGHTED) as file:
        batches = list(file.counting(("a", "b"), "category").weighted("w"))
        for measure in BY_WEIGHTS:
            compare(measure.assess(data, data).to_json(), measure.assess_counted(file).to_json())
    assert np.concatenate([one.weights for one in batches]).tolist() == whole.weights.tolist()
    assert np.concatenate([one.sizes for one in batches]).tolist() == whole.sizes.tolist()


UNIQUES: tuple[KeyMeasure, ...] = (
    sdc.risk.PopulationUniques(),
    sdc.risk.PopulationUniques(keys=["a"], population_size=3000),
    sdc.risk.PopulationUniques(keys=["b"]),
)


@pytest.mark.parametrize("seed", range(4))
def test_population_uniques_are_the_same_but_for_the_model_of_key_values(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    data = written_with_weights(path, seed)
    with counted(path, roles=WEIGHTED) as file:
        for measure in UNIQUES:
            memory, engine = measure.assess(data, data).to_json(), measure.assess_counted(file).to_json()
            assert engine["figures"]["log_linear"]["value"] is None
            rows = [found["tables"].pop("estimators")["rows"] for found in (memory, engine)]
            assert json.dumps(rows[0][:-1]) == json.dumps(rows[1][:-1])
            assert [(row["estimator"], row["people"]) for row in rows[1][-1:]] == [("Log-linear", None)]
            for found in (memory, engine):
                for part in ("figures", "computed_from"):
                    found[part].pop("log_linear", None)
            compare(memory, engine)


@pytest.mark.parametrize(
    ("weights", "refused"),
    [
        (["1", "0", "2", "-1"], "w: the weights of 2 records are missing, zero or negative"),
        (["1", "", "2", "1"], "w: the weight of 1 record is missing, zero or negative"),
        (["0.5", "0.25", "2", "1"], "sum to less than their number, for 2 of the records"),
        (["one", "two", "2", "1"], "w holds no numbers and cannot be a weight"),
    ],
)
def test_weights_that_nobody_can_have_are_refused(weights: list[str], refused: str, tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    lines = [f"{key},{weight}" for key, weight in zip("xxyz", weights, strict=True)]
    path.write_text("\n".join(["a,w", *lines]) + "\n", encoding="utf-8")
    with counted(path, roles={"a": "key", "w": "weight"}) as file, pytest.raises(DataError, match=refused):
        sdc.risk.IndividualRisk().assess_counted(file)


@pytest.mark.parametrize(
    "measure",
    [
        sdc.risk.CensusUniqueness(area="a"),
        sdc.risk.IndividualRisk(household="a"),
        sdc.risk.AttackerRisks(population="file", population_file="p.csv"),
        sdc.risk.Suda(),
    ],
)
def test_what_needs_the_records_is_refused(measure: KeyMeasure, tmp_path: Path) -> None:
    path = written_csv(tmp_path / "f.csv", 1)
    with (
        counted(path, options(path), roles=ROLES) as file,
        pytest.raises(ParameterError, match="Leave the engine out") as refused,
    ):
        measure.assess_counted(file)
    assert refused.value.message.count("needs the records in memory") == 1


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_households_that_the_file_names_are_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"f.{kind}"
    if kind == "csv":
        path.write_text("a,w,h\n1,2,1\n2,2,1\n", encoding="utf-8")
    else:
        pq.write_table(pa.table({"a": [1, 2], "w": [2, 2], "h": [1, 1]}), path)
    roles = {"a": "key", "w": "weight", "h": "household"}
    with counted(path, roles=roles) as file, pytest.raises(ParameterError, match="names households"):
        sdc.risk.IndividualRisk().assess_counted(file)


def test_keys_beyond_63_bits_are_counted_in_several_numbers(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    names = [f"k{place}" for place in range(12)]
    values = rng.integers(0, 90, (300, len(names))) * 7
    rows = np.concatenate([values, values[:40], values[:5]])
    path = tmp_path / "f.csv"
    np.savetxt(path, rows, "%d", ",", header=",".join(names), comments="", encoding="utf-8")
    roles = dict.fromkeys(names, "key")
    data = sdc.read(path, roles=roles)
    assert np.prod([len(data.coding(name).categories) for name in names], dtype=float) > 2.0**63
    with counted(path, roles=roles) as file:
        found = file.counting(names, "category").sizes_after()
        assert (found.sizes.tolist(), found.records.tolist()) == ([1, 2, 3], [260, 70, 15])
        risk = sdc.risk.DisclosureRisk()
        compare(risk.assess(data, data).to_json(), risk.assess_counted(file).to_json())


def test_missing_keys_that_match_all_are_refused_where_some_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("a,b\n1,x\n,x\n2,y\n", encoding="utf-8")
    roles = {"a": "key", "b": "key"}
    wildcard = sdc.risk.DisclosureRisk(missing="wildcard")
    with counted(path, roles=roles) as file:
        with pytest.raises(DataError, match="a has missing values, and the engine duckdb does not count"):
            wildcard.assess_counted(file)
        alone = wildcard.changed(keys=("b",))
        data = sdc.read(path, roles=roles)
        compare(alone.assess(data, data).to_json(), alone.assess_counted(file).to_json())
