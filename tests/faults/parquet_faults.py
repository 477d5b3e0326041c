"""Parquet faults: types, names, metadata and values that no CSV file holds, and damaged bytes."""

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from tests.faults.example import PEOPLE, SECRETS, project
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, STRANGE_VALUES, mutated_bytes, mutated_trees

SECRET = SECRETS[0]

BAD_TEXT = pa.Array.from_buffers(  # bytes that are no UTF-8, which the library does not look at
    pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")]
)

COLUMNS: dict[str, Any] = {
    "none": pa.nulls(3),
    "truth": [True, None, False],
    "bytes": [b"\xff", SECRET.encode(), None],
    "lists": [[1], [2, 3], []],
    "records": [{"a": 1}, {"a": 2}, None],
    "maps": pa.array([[("a", 1)], [], None], pa.map_(pa.string(), pa.int64())),
    "dates": [datetime(1, 1, 1, tzinfo=UTC).date(), datetime(9999, 12, 31, tzinfo=UTC).date(), None],
    "times": [time(0, 0), time(23, 59, 59, 999999), None],
    "moments": pa.array([-(2**52), 2**52, None], pa.timestamp("s")),
    "moments of a zone": pa.array([0, 2**61, None], pa.timestamp("ns", "Mars/Base")),
    "durations": [timedelta(days=999_999), timedelta(0), None],
    "decimals": [Decimal("0.1"), Decimal("123456789012345678901234567890.12"), None],
    "halves": pa.array([1.5, 65504.0, None], pa.float16()),
    "not a number": [float("nan"), float("inf"), -float("inf")],
    "large wholes": pa.array([2**64 - 1, 2**53 + 1, 0], pa.uint64()),
    "small wholes": pa.array([-128, 127, None], pa.int8()),
    "dictionary": pa.array(["a", SECRET, None]).dictionary_encode(),
    "dictionary of numbers": pa.array([1, 2, None]).dictionary_encode(),
    "dictionary with doubles": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), pa.array(["a", "a"])),
    "dictionary of moments": pa.array([0, 1, None], pa.timestamp("us")).dictionary_encode(),
    "text that is none": pa.concat_arrays([BAD_TEXT] * 3),
    "large text": pa.array(["a", SECRET, None], pa.large_string()),
    "views of text": pa.array(["a", SECRET, None], pa.string_view()),
    "signs": ["\x1b[31m", "\u202e", "a\0b"],
    "long text": [LONG, "", None],
    "formulas": ["=1+1", "@x", None],
    "moments beyond the calendar": pa.array([-(2**63), 2**63 - 1, None], pa.timestamp("us")),
    "moments of a strange offset": pa.array([0, 10**15, None], pa.timestamp("us", "+25:99")),
    "days beyond the calendar": pa.array([2**31 - 1, -(2**31), None], pa.date32()),
    "decimals of 72 digits": pa.array([Decimal("9" * 70), Decimal("1.5"), None], pa.decimal256(72, 1)),
    "lists of one length": pa.array([[1, 2], [3, 4], None], pa.list_(pa.int32(), 2)),
    "views of bytes": pa.array([b"a", SECRET.encode(), None], pa.binary_view()),
    "identities": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"0" * 16] * 3, pa.binary(16))),
    "JSON": pa.ExtensionArray.from_storage(pa.json_(), pa.array(["{}", "[]", None])),
    "truth in bytes": pa.ExtensionArray.from_storage(pa.bool8(), pa.array([0, 1, 2], pa.int8())),
    "tensors": pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int32(), (2,)), pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int32(), 2))
    ),
    "dictionary of bytes": pa.array([b"a", b"\xff", None]).dictionary_encode(),
    "dictionary without words": pa.DictionaryArray.from_arrays(
        pa.array([None] * 3, pa.int32()), pa.array([], pa.string())
    ),
    "no records": pa.array([], pa.int64()),
}

NAMES = ("", " ", "a\nb", "\x1b[31m", LONG, "self", "=1+1", "a,b", '"', "V1", "年齢")

METADATA: dict[str, bytes] = {
    "no JSON": b"{",
    "no text": b"\xff\xfe",
    "a list": b"[]",
    "a number": b"7",
    "nothing": b"",
    "another format": b'{"format": 99, "variables": []}',
    "format of many digits": b'{"format": ' + b"1" * 5000 + b', "variables": []}',
    "deep": b"[" * 100_000,
    "a variable that is not there": b'{"format": 1, "variables": [{"name": "gone"}]}',
    "one variable twice": b'{"format": 1, "variables": [{"name": "age"}, {"name": "age"}]}',
    "a lone surrogate": b'{"format": 1, "variables": [{"name": "age", "label": "\\ud800"}]}',
}

COMMANDS: dict[str, tuple[str, ...]] = {
    "inspect": ("inspect", "people.parquet"),
    "assess": ("assess", "people.parquet", "--keys", "age"),
    "mask": (
        *("mask", "people.parquet", "--method", 'pram:{"variable": "age", "how": "keep", "diagonal": 80}'),
        *("--seed", "1", "--out", "safe.csv"),
    ),
    "mask into Parquet": (
        *("mask", "people.parquet", "--method", 'simple_random_sampling:{"percentage": 50}'),
        *("--seed", "1", "--out", "safe.parquet"),
    ),
}


def faults() -> Iterator[Fault]:
    """Return every column with every command, strange names and metadata, and damaged bytes."""
    for name, values in COLUMNS.items():
        array = values if isinstance(values, pa.Array) else pa.array(values)
        for command, words in COMMANDS.items():
            yield _fault(f"{command}: {name}", words, pa.table({"age": array}))
    for number, name in enumerate(NAMES):
        yield _fault(f"name {number}", COMMANDS["inspect"], pa.table({name: [1, 2]}))
        yield _fault(f"name {number}, masked", COMMANDS["mask"], pa.table({"age": [1, 2], name: [1, 2]}))
    doubled = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["age", "age"])
    yield _fault("one name twice", COMMANDS["inspect"], doubled)
    yield _fault("no columns", COMMANDS["inspect"], pa.table({}))
    people = pa.csv.read_csv(io.BytesIO(PEOPLE))
    for name, written in METADATA.items():
        yield _fault(f"metadata: {name}", COMMANDS["inspect"], _described(people, written))
    tree = {"format": 1, "variables": project()["variables"][2:6]}
    for name, changed in mutated_trees(tree, STRANGE_VALUES[::3]):
        yield _fault(
            f"metadata: {name}", COMMANDS["assess"], _described(people, json.dumps(changed).encode())
        )
    sound = _bytes(people)
    for number, (name, content) in enumerate(mutated_bytes(sound, 150, seed=3)):
        words = list(COMMANDS.values())[number % len(COMMANDS)]
        yield Fault(f"damaged: {name}", words, {"people.parquet": content})
    yield Fault("CSV in name only", COMMANDS["inspect"], {"people.parquet": PEOPLE})
    yield Fault("Parquet in name only", ("inspect", "people.csv"), {"people.csv": sound})


def _fault(name: str, words: tuple[str, ...], table: pa.Table) -> Fault:
    return Fault(name, words, {"people.parquet": _bytes(table)})


def _described(table: pa.Table, written: bytes) -> pa.Table:
    return table.replace_schema_metadata({b"sdcdesk": written})


def _bytes(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()
