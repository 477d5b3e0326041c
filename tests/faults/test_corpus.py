"""The corpus of malformed files holds what it says: hundreds of files, of every format that is read."""

from pathlib import Path

import pytest

from sdcdesk.io import FORMATS
from tests.faults.corpus import READ, cut, descriptions, exchanged, lying, names, random_changes, traps


@pytest.mark.parametrize("extension", READ)
def test_every_format_is_damaged_in_many_ways(extension: str) -> None:
    files = [content for make in (cut, lying, exchanged, random_changes) for _, content in make(extension)]
    assert len(set(files)) >= 80


def test_all_formats_that_are_read_are_there_and_what_is_special_to_some() -> None:
    found = [FORMATS.find(Path(f"people{extension}")) for extension in READ]
    assert {one.name for one in found if one is not None} == {one.name for one in FORMATS if one.can_read}
    special = [*((name, extension) for name, extension, _ in names()), *descriptions()]
    assert len(special) >= 200
    kinds = {extension for _, extension, _ in traps()}
    assert {".rds", ".xlsx"} <= kinds, "archives that unpack to what no memory holds"
