"""Every work can be measured, and what is made of the figures is right; nothing is timed here."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bench.guard import losses
from tests.bench.measuring import Measured, measure
from tests.bench.page import OURS, page
from tests.bench.work import YARDSTICK, Way, Work
from tests.bench.works import WORKS

WORK = Work("sums", Way(OURS, range, sum), (Way("numpy, sum", range, sum),), sizes=(1_000, 100_000))


def measured(records: int, seconds: float, peer: float = 0.5) -> Measured:
    return Measured("sums", records, {OURS: seconds, "numpy, sum": peer, YARDSTICK.name: 0.01}, records * 8)


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_every_work_can_be_done_in_all_its_ways(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = measure(work, 400, rounds=1)
    assert set(found.seconds) == {way.name for way in work.ways}
    assert YARDSTICK.name in found.seconds


def test_work_is_called_by_its_name() -> None:
    assert [name for name, times in Counter(work.name for work in WORKS).items() if times > 1] == []
    assert all(work.ours.name == OURS for work in WORKS)
    assert all(list(work.sizes) == sorted(work.sizes) for work in WORKS)


def test_the_page_tells_ratios_growth_and_memory() -> None:
    found = {("sums", records): measured(records, records * 1e-4) for records in WORK.sizes}
    text = page({"Sums": [WORK]}, found, ["Nothing else was measured."])
    assert "| sums | 1,000 | 0.100 | numpy, sum × 5.0 | 10 |  | 8 |" in text
    assert "|  | 100,000 | 10.000 | numpy, sum × 0.05 | 1,000 | 1.00 | 8 |" in text
    assert "- Nothing else was measured." in text


def test_what_is_too_fast_for_the_clock_has_no_growth() -> None:
    found = {("sums", records): measured(records, 0.001) for records in WORK.sizes}
    assert "| 0.10 | – | 8 |" in page({"Sums": [WORK]}, found, [])


def test_only_a_gross_loss_is_told() -> None:
    kept = {("sums", 1_000): 10.0}
    assert losses([measured(1_000, 0.29)], kept) == []
    [said] = losses([measured(1_000, 0.31)], kept)
    assert said == "sums, 1,000 records, takes 31 factorizes of as many codes, and took 10."
    assert losses([measured(1_000, 0.31)], {}) == []
    assert losses([measured(1_000, 0.04)], {("sums", 1_000): 1.0}) == [], "too short to tell"


def test_a_peer_that_is_not_installed_is_named() -> None:
    work = Work("sums", Way(OURS, range, sum), (Way("none", range, sum, "no_such_module"),))
    assert work.lacking == ("no_such_module",)
    assert [way.name for way in work.ways] == [OURS, YARDSTICK.name]
