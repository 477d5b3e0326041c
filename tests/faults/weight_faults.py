"""Weight faults: files that hold no weight matrix, or one that breaks its rules."""

from collections.abc import Iterator

from tests.faults.example import ASSESS, PEOPLE, SECRETS, WEIGHTS
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, mutated_bytes

SECRET = SECRETS[0]

CELLS = (
    *("", " ", "nan", "inf", "-inf", "-1", "1e308", "1e400", "5e-324", "9" * 400, "1" * 5000, "0x1", "1_0"),
    *("1,5", '"1,5"', "½", "\u0661", "=1+1", SECRET, LONG, "\x1b[31m", "\u202e", "true", "1;2", "1\t2"),
)

TEXTS = {
    "nothing": b"",
    "blanks": b" \n \n",
    "one number": b"1",
    "one letter": b"x",
    "the data": PEOPLE,
    "no text": b"\xff\xfe\0",
    "UTF-16": WEIGHTS.decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + WEIGHTS,
    "not square": b"1,2,3\n4,5,6\n",
    "ragged": b"1,2\n3\n",
    "an open quote": b'structure,"general\n',
    "a zero byte": b"1,0\n\0,1\n",
    "only labels": b"structure,general\ntail,0\n",
    "labels in another order": b"tail,0\nstructure,general\n",
    "no rows": b"structure,general\ntail,0\nreleased \\ original\n",
    "all zero": b"0,0\n0,0\n",
    "1,001 rows": ("\n".join([",".join(["1"] * 1001)] * 1001)).encode(),
    "a thousand columns": (",".join(["1"] * 1000)).encode(),
    "too large a file": b"1," * 17_000_000,
    "many blank lines": b"\n" * 100_000 + b"1",
}


def faults() -> Iterator[Fault]:
    """Return texts that are no matrix, strange cells in each place, and bytes changed at random."""
    for name, content in TEXTS.items():
        yield _fault(name, content)
    sound = WEIGHTS.decode()
    for number, cell in enumerate(CELLS):
        for place in ("general", "tail,0", "Two", "original,1,2", "1,6", "6,2", "2,2,2"):
            before, _, _ = place.rpartition(",")
            changed = sound.replace(place, f"{before},{cell}" if before else cell, 1)
            yield _fault(f"{place} with cell {number}", changed.encode())
        yield _fault(f"numbers alone with cell {number}", f"6,{cell}\n2,2\n".encode())
    for name, content in mutated_bytes(WEIGHTS, 100, seed=5):
        yield _fault(name, content)


def _fault(name: str, content: bytes) -> Fault:
    return Fault(name, ASSESS, {"weights.csv": content})
