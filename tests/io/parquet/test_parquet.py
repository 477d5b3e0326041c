import base64
import datetime
import decimal
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as encryption
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Interval, Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import FileOptions, ReadOptions, detect, read, read_file, write

MOMENT = datetime.datetime(2020, 1, 2, 3, 4, 5)  # noqa: DTZ001 - files hold such moments too


@pytest.fixture
def parquet(tmp_path):
    def file(columns, **options):
        path = tmp_path / "people.parquet"
        pq.write_table(columns if isinstance(columns, pa.Table) else pa.table(columns), path, **options)
        return path

    return file


@pytest.mark.parametrize(
    ("column", "expected", "dtype"),
    [
        (pa.array([1, 2], pa.int8()), [1, 2], "int64"),
        (pa.array([1, None], pa.uint16()), [1, None], "Int64"),
        (pa.array([2**64 - 1, 1], pa.uint64()), ["18446744073709551615", "1"], "str"),
        (pa.array([1.5, None], pa.float32()), [1.5, None], "float64"),
        (pa.array([1.0, 2.0]), [1.0, 2.0], "float64"),
        (pa.array([1.5, float("inf")], pa.float16()), [1.5, float("inf")], "float64"),
        (pa.array([True, None]), ["true", None], "str"),
        (pa.array(["0012", ""]), ["0012", None], "str"),
        (pa.array(["NA", None], pa.large_string()), ["NA", None], "str"),
        (pa.array([None, None]), [None, None], "str"),
        (pa.array([decimal.Decimal("1.50"), None]), [1.5, None], "float64"),
        (pa.array([decimal.Decimal(12), None]), [12, None], "Int64"),
        (
            pa.array([decimal.Decimal("0.1234567890123456789"), decimal.Decimal("0.5")]),
            ["0.1234567890123456789", "0.5000000000000000000"],
            "str",
        ),
        (pa.array([datetime.date(2020, 1, 2), None]), ["2020-01-02", None], "str"),
        (pa.array([MOMENT, None]), ["2020-01-02T03:04:05", None], "str"),
        (pa.array([MOMENT.replace(microsecond=250_000)]), ["2020-01-02T03:04:05.25"], "str"),
        (
            pa.array([MOMENT], pa.timestamp("us", "Europe/Vienna")),
            ["2020-01-02T03:04:05Z"],
            "str",
        ),
        (pa.array([datetime.time(1, 2, 3)]), ["01:02:03"], "str"),
    ],
)
def test_types(parquet, column, expected, dtype):
    found = read(parquet({"a": column})).column("a")
    assert found.dtype == dtype
    assert [None if pd.isna(value) else value for value in found.tolist()] == expected


def test_numbers_may_be_written_to(parquet):
    data = read(parquet({"a": [1, 2], "b": [1.5, 2.5]}))
    assert all(data.frame[name].array.to_numpy(copy=False).flags.writeable for name in data.names)


@pytest.mark.parametrize("ordered", [True, False])
def test_dictionaries_are_text_with_categories(parquet, ordered):
    frame = pd.DataFrame(
        {"a": pd.Categorical(["lo", None, "hi", "lo"], ["lo", "mid", "hi"], ordered=ordered)}
    )
    data = read(parquet(pa.Table.from_pandas(frame)))
    assert data.column("a").dtype == "str"
    assert data.column("a").fillna("-").tolist() == ["lo", "-", "hi", "lo"]
    assert data.variable("a").scale is (Scale.ORDINAL if ordered else Scale.NOMINAL)
    assert data.variable("a").categories == ("lo", "mid", "hi")


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([[1], [2, 3]]), "the column tags holds lists or records"),
        (pa.array([{"x": 1}]), "the column tags holds lists or records"),
        (pa.array([b"x"]), "the column tags holds bytes"),
        (pa.array([datetime.timedelta(1)]), "the column tags holds durations"),
    ],
)
def test_refuses_what_is_no_number_or_word(parquet, column, message):
    with pytest.raises(ReadError, match=f"people.parquet: {message}"):
        read(parquet({"tags": column}))


def test_descriptions_come_back(tmp_path):
    path = tmp_path / "out.parquet"
    variables = [
        Variable(
            name="age",
            label="Age at interview",
            role=Role.KEY,
            scale=Scale.CONTINUOUS,
            unit="years",
            missing=(-9,),
        ),
        Variable(
            name="band",
            role=Role.KEY,
            scale=Scale.ORDINAL,
            categories=("young", "old"),
            intervals=(
                Interval(label="young", low=None, high=40.0),
                Interval(label="old", low=40.0, high=None),
            ),
        ),
        Variable(name="note", missing=("NA",)),
        Variable(name="code", categories=(2.0, 1.5)),
    ]
    frame = pd.DataFrame({"age": [30, -9], "band": ["young", "old"], "note": ["NA", "x"], "code": [1.5, 2.0]})
    write(Microdata(frame, variables), path)
    found = read_file(path)
    data, used = found.data, found.options
    assert data.variables == tuple(variables)
    pd.testing.assert_frame_equal(data.frame, frame)
    assert used == FileOptions(format="parquet") == detect(path)
    assert read(path, used).variables == tuple(variables)


def test_what_is_said_comes_before_what_is_written(tmp_path):
    path = tmp_path / "out.parquet"
    write(
        Microdata(
            pd.DataFrame({"a": [1, 5], "b": [2, 3]}), [Variable(name="a", role=Role.KEY, missing=(5,))]
        ),
        path,
    )
    data = read(path, ReadOptions(missing_in={"a": [1]}), roles={"a": "confidential"})
    assert data.variable("a").missing == (5, 1)
    assert data.variable("a").role is Role.CONFIDENTIAL
    data = read(path, variables=[Variable(name="a", label="A")])
    assert data.variable("a") == Variable(name="a", label="A")


def test_categories_that_were_masked_are_not_given_away(tmp_path):
    path = tmp_path / "out.parquet"
    frame = pd.DataFrame({"a": ["flu", "flu"]})
    write(Microdata(frame, [Variable(name="a", categories=("flu", "leprosy"))]), path)
    assert b"leprosy" not in path.read_bytes()
    assert read(path).variable("a").categories == ("flu",)


def test_identifiers_leave_no_trace(tmp_path):
    path = tmp_path / "out.parquet"
    frame = pd.DataFrame({"passport": ["x9", "x8"], "a": [1, 2]})
    assert write(Microdata(frame, [Variable(name="passport", role=Role.IDENTIFIER)]), path) == ("passport",)
    assert b"passport" not in path.read_bytes()


def test_columns_that_were_renamed_elsewhere(tmp_path):
    path = tmp_path / "out.parquet"
    write(Microdata(pd.DataFrame({"a": [1], "b": [2]}), [Variable(name="a", role=Role.KEY)]), path)
    pq.write_table(pq.read_table(path).rename_columns(["c", "b"]), path)
    assert read(path).variable("c").role is Role.OTHER


@pytest.mark.parametrize(
    "described",
    [b"x", b"[]", b"{}", b'{"format": 2, "variables": []}', b'{"format": 1, "variables": [{"nme": "a"}]}'],
)
def test_refuses_descriptions_it_does_not_know(parquet, described):
    table = pa.table({"a": [1]}).replace_schema_metadata({b"sdcdesk": described})
    with pytest.raises(ReadError, match="describes its variables in a way that this version"):
        read(parquet(table))


def test_names(parquet):
    with pytest.warns(UserWarning, match="has no name there, and is called V3"):
        assert read(parquet({"a.b": [1], "a": [2], "": [3]})).frame.values.tolist() == [[1, 2, 3]]
    with pytest.warns(UserWarning, match="has no name there, and is called V2"):
        assert read(parquet({"a": [2], "": [3]})).names == ("a", "V2")
    assert read(parquet({"a": [2], "": [3]}), FileOptions(columns=("a",))).names == ("a",)
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(ReadError, match="two columns called a"):
        read(parquet(twice))
    with pytest.raises(DataError, match=r"has no column a\.c; did you mean a\.b\?"):
        read(parquet({"a.b": [1]}), roles={"a.c": "key"})


@pytest.mark.parametrize(
    "options", [{"delimiter": ";"}, {"text": ["a"]}, {"all_text": True}, {"header": False}]
)
def test_refuses_options_of_csv(parquet, options):
    with pytest.raises(ParameterError, match=f"without the option {next(iter(options))}; leave it out"):
        read(parquet({"a": [1]}), ReadOptions(**options))


def test_refuses_no_records(parquet):
    with pytest.raises(ReadError, match="holds no records"):
        read(parquet({"a": pa.array([], pa.int64())}))


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda _: b"PAR1",
        lambda b: b[:-20],
        lambda _: b"a,b\n1,2\n",
        lambda b: b[:40] + b"\xff" * 200 + b[240:],
    ],
)
def test_damaged_files(parquet, damage):
    path = parquet(
        {"a": [f"Zwiebelkuchen {i}" for i in range(1000)], "b": list(range(1000))}, use_dictionary=False
    )
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ReadError, match=r"people\.parquet is damaged, or is no Parquet file") as caught:
        read(path)
    assert caught.value.__context__ is None
    assert "Zwiebelkuchen" not in str(caught.value)


@pytest.mark.parametrize("plaintext_footer", [True, False])
def test_an_encrypted_file_is_called_so(tmp_path, plaintext_footer):
    class Keys(encryption.KmsClient):
        def __init__(self, _connection):
            encryption.KmsClient.__init__(self)

        def wrap_key(self, key, _name):
            return base64.b64encode(key)

    path, table = tmp_path / "people.parquet", pa.table({"a": [1, 2]})
    wanted = encryption.EncryptionConfiguration(
        footer_key="footer", column_keys={"column": ["a"]}, plaintext_footer=plaintext_footer
    )
    keys = encryption.CryptoFactory(Keys).file_encryption_properties(encryption.KmsConnectionConfig(), wanted)
    with pq.ParquetWriter(path, table.schema, encryption_properties=keys) as writer:
        writer.write_table(table)
    with pytest.raises(ReadError, match=r"people\.parquet is encrypted; get it again without encryption"):
        read(path)


def test_a_small_file_of_more_records_than_memory_is_not_read(parquet, monkeypatch):
    path = parquet({"a": np.zeros(100_000, dtype=int)})
    asked = []
    monkeypatch.setattr("sdcdesk.io.parquet.parquet_format.require", asked.append)
    read(path)
    assert asked == [800_000]
    assert path.stat().st_size < 100_000


def test_lacking_memory_is_no_damage(parquet, monkeypatch):
    def lacking(*_arguments, **_options):
        raise pa.ArrowMemoryError("realloc of size 8 failed")

    path = parquet({"a": [1, 2]})
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lacking)
    with pytest.raises(MemoryError):
        read(path)


def test_many_row_groups_and_cancel(tmp_path):
    path = tmp_path / "out.parquet"
    data = Microdata(pd.DataFrame({"a": np.arange(600_000), "b": ["x", "y"] * 300_000}))
    seen = []
    write(data, path, progress=Progress(lambda fraction, _: seen.append(fraction)))
    assert seen == sorted(seen)
    assert len(seen) > 2
    assert pq.ParquetFile(path).num_row_groups == 3
    pd.testing.assert_frame_equal(read(path).frame, data.frame)
    with pytest.raises(Cancelled):
        read(path, progress=Progress(cancelled=lambda: True))
    with pytest.raises(Cancelled):
        write(data, path, overwrite=True, progress=Progress(cancelled=lambda: True))
    assert len(read(path)) == 600_000
    assert list(tmp_path.iterdir()) == [path]


def test_other_programs_read_it(tmp_path):
    path = tmp_path / "out.parquet"
    frame = pd.DataFrame({"a": pd.array([1, None], "Int64"), "b": ["x", None], "c": [0.5, np.nan]})
    write(Microdata(frame), path)
    assert pd.read_parquet(path).isna().sum().tolist() == [1, 1, 1]
    described = json.loads(pq.read_schema(path).metadata[b"sdcdesk"])
    assert [variable["name"] for variable in described["variables"]] == ["a", "b", "c"]


@pytest.mark.parametrize("groups", [1, 4])
def test_a_large_column_is_read_in_parts_that_can_be_cancelled(parquet, groups):
    records = 3 * (1 << 18) + 7
    words = pa.array(["x", "y", None]).take(pa.array(np.arange(records) % 3))
    path = parquet({"a": words, "b": words.dictionary_encode()}, row_group_size=-(-records // groups))
    told = []

    def stop():
        return told.count("Reading a") > 2

    with pytest.raises(Cancelled):
        read(path, progress=Progress(lambda _share, said: told.append(said), stop))
    assert "Reading b" not in told
    found = read(path)
    assert found.column("a").isna().sum() == found.column("b").isna().sum() == records // 3
    assert found.column("a").equals(found.column("b"))


def test_thousands_of_columns_are_read_together(tmp_path, monkeypatch):
    """Finding one column takes longer the more there are: with 10,000 one by one took minutes."""
    names = [f"v{number}" for number in range(3000)]
    pq.write_table(pa.table({name: [number, 7] for number, name in enumerate(names)}), tmp_path / "w.parquet")
    times, batches = [], pq.ParquetFile.iter_batches

    def counted(*arguments, **others):
        times.append(1)
        return batches(*arguments, **others)

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", counted)
    data = read(tmp_path / "w.parquet")
    assert data.names == tuple(names)
    assert [data.column(name).tolist() for name in ("v0", "v2999")] == [[0, 7], [2999, 7]]
    assert len(times) == 1


def test_columns_are_read_together_only_as_far_as_memory_is_not_taken_twice(tmp_path, monkeypatch):
    monkeypatch.setattr("sdcdesk.io.parquet.parquet_format._CELLS", 5)
    pq.write_table(pa.table({name: [name, "x"] for name in "abcde"}), tmp_path / "w.parquet")
    assert read(tmp_path / "w.parquet").frame.iloc[0].tolist() == list("abcde")


@pytest.mark.parametrize("names", [("a.b", "a"), ("a", "a.b")])
def test_names_with_points_are_those_of_their_own_columns(tmp_path, names):
    pq.write_table(pa.table({name: [name] for name in names}), tmp_path / "w.parquet")
    data = read(tmp_path / "w.parquet")
    assert {name: data.column(name)[0] for name in data.names} == {name: name for name in names}
