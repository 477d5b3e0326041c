"""Random samples of records: the same seed draws the same, however the file is read; each record alike."""

import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random import philox
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import FORMATS, FileOptions, ReadOptions, counted, read, read_file, write
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.sampled_records import STREAM, SampledRecords, sampled_places, sampled_table

RECORDS = 60


def slow_places(records: int, size: int, seed: int) -> list[int]:
    """Sort all records by their words, one at a time, and take the first."""
    words = [(int(philox.run((seed, STREAM), 0, place, 1)[0]), place) for place in range(records)]
    return sorted(place for _, place in sorted(words)[:size])


@pytest.fixture
def frame() -> pd.DataFrame:
    text = ['a "b" c', "x,y", "line\nbreak", "plain", " "]
    return pd.DataFrame(
        {
            "n": np.arange(RECORDS),
            "s": [text[place % len(text)] for place in range(RECORDS)],
            "v": np.arange(RECORDS) / 4,
        }
    )


@pytest.mark.parametrize(("records", "size"), [(1, 1), (2, 1), (50, 7), (50, 49), (50, 50), (5, 9)])
@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_the_sample_is_that_of_the_slow_second_implementation(records: int, size: int, seed: int) -> None:
    assert sampled_places(records, size, seed).tolist() == slow_places(records, size, seed)


@pytest.mark.parametrize("part", [1, 2, 3, 17, 200])
def test_it_does_not_hang_on_how_many_records_come_at_a_time(part: int) -> None:
    table = pa.table({"n": range(-2, 201)})  # two rows before the records, and one after them
    sample = SampledRecords(9, 3)
    drawn = sampled_table(table.to_batches(part), sample, before=2, after=1)
    assert drawn.column("n").to_pylist() == [-2, -1, *slow_places(200, 9, 3), 200]
    assert sample.records == 200


def test_what_is_held_meanwhile_is_bounded() -> None:
    sample, most = SampledRecords(10, 5), 0
    for _ in range(500):
        sample.offer(10)
        most = max(most, len(sample.places))
        if sample.is_crowded:
            sample.settle()
    assert most <= 30
    sample.settle()
    assert sample.places.tolist() == slow_places(5_000, 10, 5)


def test_every_record_and_every_pair_are_drawn_equally_often() -> None:
    records, size, draws = 12, 4, 3_000
    single, pairs = Counter(), Counter()
    for seed in range(draws):
        drawn = sampled_places(records, size, seed).tolist()
        single.update(drawn)
        pairs.update((a, b) for a in drawn for b in drawn if a < b)
    for found, number, share in ((single, 12, size / records), (pairs, 66, size * 3 / (records * 11))):
        expected = draws * share
        statistic = sum((found[one] - expected) ** 2 / expected for one in found)
        assert len(found) == number
        assert statistic < number + 5 * (2 * number) ** 0.5


@pytest.mark.parametrize("form", [form for form in FORMATS if form.can_read and form.can_write])
def test_every_format_reads_the_same_records(form, frame, tmp_path: Path) -> None:
    path = tmp_path / f"people{form.extensions[0]}"
    frame["s"] = ["a", "b", "c"] * (RECORDS // 3)
    write(Microdata(frame), path)
    drawn, whole = read(path, sample=10, sample_seed=4), read(path)
    places = slow_places(RECORDS, 10, 4)
    for name in whole.names:
        assert drawn.column(name).tolist() == whole.column(name).iloc[places].tolist()
    assert drawn.variables == whole.variables
    assert drawn.sample is not None
    assert (drawn.sample.drawn, drawn.sample.records, drawn.sample.file) == (10, RECORDS, path.name)
    assert whole.sample is None
    assert drawn.rows.tolist() == list(range(10))


@pytest.mark.parametrize("ending", ["csv", "parquet", "sav", "zsav", "dta", "xpt"])
def test_no_more_than_the_sample_leaves_the_format_where_it_says_so(
    ending: str, frame, tmp_path: Path
) -> None:
    path = tmp_path / f"people.{ending}"
    write(Microdata(frame[["n"]]), path)
    form = FORMATS.find(path)
    assert form is not None
    assert form.samples
    options = form.for_reading(FileOptions(sample=7, sample_seed=1), path.name)
    found = form.read(path, ColumnRequests(options, {}, {}), Progress())
    assert (len(found.frame), found.records) == (7, RECORDS)


def test_fixed_columns_are_sampled(tmp_path: Path) -> None:
    (tmp_path / "people.asc").write_text("".join(f"{place:03}\n" for place in range(40)))
    (tmp_path / "people.rda").write_text("n 1 3 999\n")
    drawn = read(tmp_path / "people.asc", sample=5, sample_seed=1)
    assert [int(one) for one in drawn.column("n")] == slow_places(40, 5, 1)


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("text", ["needed", "all"])
def test_csv_with_what_is_enclosed_is_sampled_and_written_as_it_stood(
    frame, header: bool, text: str, tmp_path: Path
) -> None:
    path, again = tmp_path / "people.csv", tmp_path / "again.csv"
    quoting = 1 if text == "all" else 0
    frame.to_csv(path, index=False, header=header, quoting=quoting)
    drawn = read(path, ReadOptions(header=header), sample=12, sample_seed=9)
    places = slow_places(RECORDS, 12, 9)
    assert drawn.column(drawn.names[1]).tolist() == frame["s"].iloc[places].tolist()
    write(drawn, again)
    wanted = frame.iloc[places].to_csv(index=False, header=header, quoting=quoting)
    if header:
        assert again.read_text() == wanted


def test_bare_quotation_marks_are_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("n,s\n" + "".join(f'{place},5" pipe\n' for place in range(30)))
    drawn = read(path, sample=4, sample_seed=2)
    assert drawn.column("n").tolist() == slow_places(30, 4, 2)
    assert set(drawn.column("s")) == {'5" pipe'}


def test_some_columns_of_a_sample(frame, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    drawn = read(path, ReadOptions(columns=("v",), sample=3, sample_seed=8))
    assert drawn.names == ("v",)
    assert drawn.column("v").tolist() == [place / 4 for place in slow_places(RECORDS, 3, 8)]


def test_parquet_of_several_row_groups_is_the_same_sample(tmp_path: Path) -> None:
    for size in (3, 1_000):
        pq.write_table(pa.table({"n": range(300)}), tmp_path / "f.parquet", row_group_size=size)
        drawn = read(tmp_path / "f.parquet", sample=20, sample_seed=6)
        assert drawn.column("n").tolist() == slow_places(300, 20, 6)


@pytest.mark.parametrize("size", [RECORDS, RECORDS + 1, 10**9])
@pytest.mark.parametrize("ending", ["csv", "parquet", "sav"])
def test_a_sample_of_no_fewer_than_all_records_is_all_and_says_so(
    size: int, ending: str, frame, tmp_path: Path
) -> None:
    path = tmp_path / f"people.{ending}"
    write(Microdata(frame[["n"]]), path)
    with pytest.warns(UserWarning, match="all were read"):
        data = read(path, sample=size)
    assert data.column("n").tolist() == list(range(RECORDS))
    assert data.sample is None


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_one_record(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"people.{ending}"
    write(Microdata(pd.DataFrame({"n": [5]})), path)
    with pytest.warns(UserWarning, match=r"has 1 record, no more than"):
        assert read(path, sample=1).column("n").tolist() == [5]


def test_no_records_are_refused_as_ever(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("a,b\n")
    with pytest.raises(Exception, match="only a header line"):
        read(tmp_path / "people.csv", sample=3)


def test_a_fault_in_a_record_that_is_not_drawn_is_told(tmp_path: Path) -> None:
    lines = [f"{place},x\n" for place in range(50)]
    lines[40] = "40,x,y\n"
    (tmp_path / "people.csv").write_text("n,s\n" + "".join(lines))
    assert 40 not in slow_places(50, 2, 1)
    with pytest.raises(Exception, match="line 42"):
        read(tmp_path / "people.csv", sample=2, sample_seed=1)


def test_a_seed_is_drawn_and_kept_where_none_is_given(frame, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    first = read_file(path, FileOptions(sample=10))
    assert first.options.sample_seed is not None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = read(path, first.options)
    assert again.column("n").tolist() == first.data.column("n").tolist()
    assert read_file(path, FileOptions(sample=10)).options.sample_seed != first.options.sample_seed


def test_what_is_made_of_a_sample_is_one(frame, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    data = read(path, sample=10, sample_seed=4)
    made = data.take(np.array([3, 1])).drop(["s"]).as_released()
    assert made.sample == data.sample
    assert "seed 4" in str(data.sample.internal_text())
    assert "seed" not in str(data.sample.public_text())
    assert "4" not in repr(data.sample).replace("people.csv", "")


@pytest.mark.parametrize(
    ("given", "field"),
    [({"sample": 0}, "sample"), ({"sample": 5, "sample_seed": -1}, "sample_seed"), ({"sample_seed": 3}, "")],
)
def test_what_is_no_sample_is_refused(given: dict[str, int], field: str) -> None:
    with pytest.raises(ParameterError) as caught:
        FileOptions(**given)
    assert field in (caught.value.field or "")


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_reading_a_sample_stops_where_the_user_asks(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"people.{ending}"
    write(Microdata(pd.DataFrame({"n": np.arange(200_000)})), path)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(Cancelled):
        read(path, sample=10, progress=Progress(cancelled=stop))


def test_the_engine_counts_no_sample(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    (tmp_path / "people.csv").write_text("n\n1\n2\n")
    with (
        pytest.raises(ParameterError, match=r"counts all records of people\.csv"),
        counted(tmp_path / "people.csv", ReadOptions(sample=1), roles={"n": "key"}),
    ):
        pass
