"""Encoding faults: every encoding that Python knows, and others, for text written in it or not."""

from collections.abc import Iterator
from encodings.aliases import aliases

from tests.faults.example import INSPECT, MASK, PEOPLE
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, STRANGE_BYTES

TEXT = PEOPLE.decode().replace("Ada", "Ãda ☃ 你好")

OTHER_NAMES = (
    *("", " ", "klingon", "utf-8\0", "\udcff", "a\nb", "../utf-8", "auto", "None", LONG, "\x1b[31m", "utf 8"),
    *("undefined", "unicode_escape", "raw_unicode_escape", "idna", "punycode", "utf-7", "oem"),
)
"""Names that stand for no encoding of files, or for one that makes trouble."""

WRITTEN = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-7", "cp1252", "shift_jis", "cp037")


def faults() -> Iterator[Fault]:
    """Return faults of names, of bytes that are written otherwise, and of bytes that break off."""
    for name in (*sorted(set(aliases.values())), *OTHER_NAMES):
        yield Fault(f"named {name[:20]!r}", (*INSPECT, f"--encoding={name}"))
        yield Fault(f"masked as {name[:20]!r}", (*MASK, f"--encoding={name}"))
    for written in WRITTEN:
        content = TEXT.encode(written, errors="replace")
        for read in (*WRITTEN, "utf-8", "auto"):
            words = (*INSPECT, f"--encoding={read}")
            yield Fault(f"{written} read as {read}", words, {"people.csv": content})
            yield Fault(f"{written} broken off, as {read}", words, {"people.csv": content[:-1]})
    for number, strange in enumerate(STRANGE_BYTES):
        yield Fault(f"only sign {number}", INSPECT, {"people.csv": strange})
        yield Fault(f"sign {number} first", INSPECT, {"people.csv": strange + PEOPLE})
        yield Fault(f"sign {number} last", INSPECT, {"people.csv": PEOPLE + strange})
