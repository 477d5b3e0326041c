"""The page says what was measured, and the read-me quotes it."""

from pathlib import Path

import pytest

from tests.bench.__main__ import KEPT, PAGE, README
from tests.bench.measuring import Measured
from tests.bench.page import BEGIN, END, headline, page, with_headline
from tests.bench.run import read
from tests.bench.work import OURS, YARDSTICK, Way, Work
from tests.bench.works import HEADLINE

PEERS = tuple(Way(name, range, sum) for name in ("slow", "fast"))
WORK = Work("sums", Way(OURS, range, sum), PEERS, sizes=(1_000, 100_000))
AT_ONCE = Work("starting", Way(OURS, range, sum), sizes=(0,))


def measured(work: Work, records: int, seconds: float, peers: float = 0.5) -> Measured:
    taken = {OURS: seconds, "slow": 2 * peers, "fast": peers, YARDSTICK.name: 0.01}
    return Measured(work.name, records, taken, records * 8)


def test_the_page_tells_ratios_growth_and_memory() -> None:
    found = {("sums", records): measured(WORK, records, records * 1e-4) for records in WORK.sizes}
    text = page({"Sums": [WORK]}, [WORK], found, ["Nothing else was measured."])
    assert "\n| sums | 100,000 | 10.000 | fast × 0.05; slow × 0.10 | 1,000 | 1.00 | 8 |\n" in text
    assert "\n| sums | 100,000 | 10.000 | fast × 0.05 | 1.00 |\n" in text
    assert text.index("fast × 0.05 | 1.00") < text.index("## Sums")
    assert text.endswith("- Nothing else was measured.\n")
    assert "| 1,000 | 0.100" not in text


def test_what_is_too_fast_for_the_clock_has_no_growth() -> None:
    found = {("sums", records): measured(WORK, records, 0.001) for records in WORK.sizes}
    assert "| 0.10 | – | 8 |" in page({"Sums": [WORK]}, [], found, [])


def test_what_works_on_no_records_has_neither_size_nor_memory() -> None:
    found = {("starting", 0): measured(AT_ONCE, 0, 0.1)}
    assert "\n| starting | – | 0.100 | – | – | – | – |\n" in page({"Starting": [AT_ONCE]}, [], found, [])


def test_rows_take_their_place_between_two_markers() -> None:
    text = f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n"
    assert with_headline(text, "| new |\n") == f"Before.\n{BEGIN}\n| new |\n{END}\nAfter.\n"
    assert with_headline(text, "") == f"Before.\n{BEGIN}\n{END}\nAfter.\n"
    with pytest.raises(ValueError, match="The text lacks"):
        with_headline("Before.", "| new |\n")


def test_the_read_me_and_the_page_say_what_was_measured() -> None:
    table = headline(HEADLINE, read(KEPT))
    told = README.read_text(encoding="utf-8")
    assert told == with_headline(told, table)
    assert table in (PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "")


def test_kept_are_all_sizes_that_the_page_shows() -> None:
    shown = Path(PAGE).read_text(encoding="utf-8") if PAGE.is_file() else ""
    kept = read(KEPT)
    assert all(f"| {name} |" in shown for name, _ in kept)
