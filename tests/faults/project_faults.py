"""Project faults: JSON that is damaged, and each place of a project holding what it should not."""

from collections.abc import Iterator

from tests.faults.example import FILES, RUN, project, written
from tests.faults.fault import Fault
from tests.faults.mutation import mutated_bytes, mutated_trees, nested

TEXTS = {
    "nothing": b"",
    "nothing but a break": b"\n",
    "no object": b"[1, 2]",
    "a number": b"7",
    "a word": b"null",
    "no text": b"\xff\xfe\x00",
    "UTF-16": FILES["people.sdcdesk"].decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + FILES["people.sdcdesk"],
    "zero bytes": b"\0" * 100,
    "600 levels": written(nested(600)),
    "100,000 levels": b"[" * 100_000,
    "100,000 objects": b'{"a":' * 100_000,
    "a name twice": b'{"format": 3, "format": 1}',
    "more after the end": FILES["people.sdcdesk"] + b"{}",
    "comments": b"// project\n" + FILES["people.sdcdesk"],
    "many digits": b'{"format": ' + b"9" * 5000 + b"}",
    "a newer format": b'{"format": 99}',
    "an older format": b'{"format": 1}',
    "format zero": b'{"format": 0}',
    "format in words": b'{"format": "2"}',
    "format with decimals": b'{"format": 3.0}',
    "format of truth": b'{"format": true}',
    "only a format": b'{"format": 3}',
    "only our own words": b'{"self": 1, "format": 3}',
}


def faults() -> Iterator[Fault]:
    """Return damaged texts, and the project with each place changed; its recipe is another class."""
    for name, content in TEXTS.items():
        yield Fault(name, RUN, {"people.sdcdesk": content})
    for name, content in mutated_bytes(FILES["people.sdcdesk"], 100, seed=4):
        yield Fault(name, RUN, {"people.sdcdesk": content})
    for name, changed in mutated_trees({**project(), "recipe": {"seed": 1}}):
        yield Fault(name, RUN, {"people.sdcdesk": written(changed)})
