"""Store in DuckDB: what it lacks, what disturbs it, and what it must not do; nothing is left behind."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sdcdesk as sdc
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError, WriteError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.counting.duckdb_engine import DuckDbFile
from sdcdesk.counting.duckdb_store import Resources
from sdcdesk.io.counted_file import counted

ROLES = {"a": "key", "b": "key"}


def people(path: Path, records: int = 50) -> Path:
    numbers = np.arange(records)
    if path.suffix == ".csv":
        lines = [f"{number % 7},{number % 3}" for number in numbers.tolist()]
        path.write_text("\n".join(["a,b", *lines]) + "\n", encoding="utf-8")
    else:
        pq.write_table(pa.table({"a": numbers, "b": numbers % 3}), path)
    return path


@contextmanager
def engine(path: Path, progress: Progress | None = None, **resources: int) -> Iterator[DuckDbFile]:
    """Count a file, and see that nothing is left of it afterwards."""
    folder = path.parent / "temporary"
    folder.mkdir(exist_ok=True)
    try:
        limits = Resources(folder=folder, **resources)
        with counted(path, roles=ROLES, resources=limits, progress=progress or Progress()) as file:
            yield file
    finally:
        assert list(folder.iterdir()) == []


def test_where_duckdb_is_missing_a_sentence_says_how_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with (
        pytest.raises(
            ParameterError, match=r"pip install sdcdesk\[large\]; .* or a random sample of the file"
        ),
        engine(people(tmp_path / "f.csv")),
    ):
        pass


@pytest.mark.parametrize("name", ["f.csv", "f.parquet"])
def test_a_file_that_changes_while_it_is_read_is_refused(name: str, tmp_path: Path) -> None:
    path = people(tmp_path / name)
    changed = []

    def change(fraction: float, _words: str) -> None:
        if fraction > 0.4 and not changed:
            changed.append(people(path, 51))

    words = f"{name} was changed by another program while it was read"
    with pytest.raises(ReadError, match=words), engine(path, Progress(listener=change)):
        pass
    assert changed


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = people(tmp_path / "f.parquet", 2_000_000)
    with engine(path, memory=60 << 20, threads=1, disk=1 << 20) as file:
        counting = file.counting(("a", "b"), "category")
        with pytest.raises(WriteError, match="The folder for temporary files, .*is full; free some"):  # noqa: RUF043
            list(counting.values(("b", "a")))


@pytest.mark.parametrize("moment", [0.1, 0.5, 0.9])
def test_a_cancel_while_the_file_is_read_leaves_nothing(moment: float, tmp_path: Path) -> None:
    reached = threading.Event()

    def listen(fraction: float, _words: str) -> None:
        if fraction >= moment:
            reached.set()

    path = people(tmp_path / "f.csv", 1000)
    with pytest.raises(Cancelled), engine(path, Progress(listener=listen, cancelled=reached.is_set)):
        pass


def test_a_cancel_ends_a_long_question(tmp_path: Path) -> None:
    asked = threading.Event()
    endless = "SELECT sum(one.range * two.range) FROM range(10000000) one, range(10000000) two"
    with engine(people(tmp_path / "f.csv")) as file:
        timer = threading.Timer(0.3, asked.set)
        timer.start()
        with pytest.raises(Cancelled):
            file.store.rows(endless, Progress(cancelled=asked.is_set))
        timer.join()


def test_the_engine_reaches_neither_files_nor_network_and_loads_nothing(tmp_path: Path) -> None:
    import duckdb

    path = people(tmp_path / "f.csv")
    with engine(path) as file:
        names = (
            "enable_external_access",
            "autoinstall_known_extensions",
            "autoload_known_extensions",
            "allow_community_extensions",
        )
        rows = file.store.rows("SELECT name, value FROM duckdb_settings()")
        assert {value for name, value in rows if name in names} == {"false"}
        for query in (
            f"FROM read_csv('{path}')",
            f"COPY file TO '{tmp_path / 'copy.csv'}'",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SET enable_external_access = true",
        ):
            with pytest.raises(duckdb.Error):
                file.store.rows(query)
    assert not (tmp_path / "copy.csv").exists()


def test_a_file_without_keys_and_one_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = people(tmp_path / "f.csv")
    with pytest.raises(DataError, match="name the key variables"), counted(path):
        pass
    with engine(path) as file, pytest.raises(DataError, match="z was not read to be counted"):
        file.counting(("a", "z"), "category")
    with pytest.raises(DataError, match="has no column z"), counted(path, roles={"z": "key"}):
        pass
    with engine(path) as file, pytest.raises(DataError, match="groups by fewer keys need the records"):
        sdc.risk.KAnonymity(subsets=1).assess_counted(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n3\n", "line 3"),
        ('a,b\n1,"2\n', "quot"),
        ("a,b\n", "only a header line"),
        ("a,b\n1,\0\n", "line 2"),
    ],
)
def test_a_faulty_file_is_refused_with_the_words_of_reading(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=words) as of_reading:
        sdc.read(path, roles=ROLES)
    with pytest.raises(ReadError) as found, engine(path):
        pass
    assert found.value.message == of_reading.value.message
