"""A run leaves out what is too much, and goes on where it was cut; nothing is timed here."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench import run as module
from tests.bench.guard import losses
from tests.bench.measuring import Measured
from tests.bench.run import Run, foreseen, line, read, too_much
from tests.bench.work import OURS, YARDSTICK, Way, Work

WORK = Work("sums", Way(OURS, range, sum), (Way("others", range, sum),), sizes=(1_000, 10_000, 100_000))


def measured(
    records: int, seconds: float, peer: float | None = 0.5, memory: int = 8, name: str = "sums"
) -> Measured:
    taken = {OURS: seconds, YARDSTICK.name: 0.01} | ({} if peer is None else {"others": peer})
    return Measured(name, records, taken, memory)


class Apart:
    """Measures nothing, and notes what it was asked for."""

    def __init__(self, ours: float, peer: float) -> None:
        self.ours, self.peer, self.asked = ours, peer, list[tuple[int, list[str]]]()

    def __call__(self, work: Work, records: int, without: Collection[str]) -> Measured | str:
        self.asked.append((records, list(without)))
        peer = None if "others" in without else self.peer * records
        return measured(records, self.ours * records, peer, name=work.name)


def test_a_size_that_would_take_too_long_is_left_out_and_said_so(tmp_path: Path) -> None:
    run = Run(tmp_path / "kept.jsonl", Apart(1e-3, 1e-3))
    run.measure([WORK], 10**6)
    assert [records for _, records in run.found] == [1_000, 10_000]
    assert run.remarks == ["sums, 100,000 records: it would take more than 30 s."]


def test_a_peer_that_would_take_too_long_is_left_out_from_there_on(tmp_path: Path) -> None:
    apart = Apart(1e-5, 2e-3)
    run = Run(tmp_path / "kept.jsonl", apart)
    run.measure([WORK], 10**6)
    assert apart.asked == [(1_000, []), (10_000, ["others"]), (100_000, ["others"])]
    assert run.remarks == ["sums, 10,000 records: others would take more than 15 s."]


def test_a_size_that_the_memory_is_too_small_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [measured(1_000, 0.1, memory=1_000_000)]
    monkeypatch.setattr(module, "free", lambda: 10_000_000)
    assert too_much(before, 10_000) == ""
    assert too_much(before, 10_001) == "this machine has too little free memory."
    monkeypatch.setattr(module, "free", lambda: None)
    assert too_much(before, 10_001) == ""
    assert too_much([], 10_000) == ""


def test_what_grows_faster_than_the_records_is_foreseen() -> None:
    before = [measured(1_000, 0.1), measured(10_000, 10.0)]
    assert foreseen(before, OURS, 100_000) == pytest.approx(1_000.0)
    assert foreseen(before[:1], OURS, 10_000) == pytest.approx(1.0)


def test_a_run_that_was_cut_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "made" / "kept.jsonl"

    class Cut(Apart):
        def __call__(self, work: Work, records: int, without: Collection[str]) -> Measured | str:
            if records == 10_000:
                raise KeyboardInterrupt
            return super().__call__(work, records, without)

    with pytest.raises(KeyboardInterrupt):
        Run(file, Cut(1e-6, 1e-6)).measure([WORK], 10**6)
    with file.open("a", encoding="utf-8") as kept:
        kept.write(line(measured(10_000, 0.1))[:-9])  # it was cut while it was written
    apart = Apart(1e-6, 1e-6)
    run = Run(file, apart)
    run.measure([WORK], 10**6, goes_on=True)
    assert [records for records, _ in apart.asked] == [10_000, 100_000]
    assert [records for _, records in run.found] == [1_000, 10_000, 100_000]
    assert not file.exists()
    again = Apart(1e-6, 1e-6)
    Run(file, again).measure([WORK], 1_000)
    assert [records for records, _ in again.asked] == [1_000]


def test_large_sizes_come_last_and_are_left_out_where_time_is_over(tmp_path: Path) -> None:
    other = Work("others", Way(OURS, range, sum), sizes=(1_000, 10_000))
    apart = Apart(1e-6, 1e-6)
    run = Run(tmp_path / "kept.jsonl", apart)
    run.measure([WORK, other], 10_000)
    assert [records for records, _ in apart.asked] == [1_000, 1_000, 10_000, 10_000]
    late = Run(tmp_path / "kept.jsonl", apart)
    late.measure([WORK], 10_000, minutes=0)
    assert late.remarks == ["sums, 1,000 records: the 0 minutes were over."]
    assert late.found == {}


def test_work_that_fails_is_told_and_the_rest_is_measured(tmp_path: Path) -> None:
    run = Run(tmp_path / "kept.jsonl", lambda *_: "it fails with ValueError: no")
    run.measure([WORK, replace(WORK, name="others")], 10**6)
    assert run.found == {}
    assert run.remarks == [
        f"{name}, 1,000 records: it fails with ValueError: no" for name in ("sums", "others")
    ]


def test_what_was_measured_is_kept_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    assert read(file) == {}
    one = measured(1_000, 0.123456)
    file.write_text(line(one), encoding="utf-8")
    assert read(file) == {("sums", 1_000): measured(1_000, 0.1235)}


def test_only_a_gross_loss_is_told() -> None:
    kept = {("sums", 1_000): measured(1_000, 0.1)}
    assert losses([measured(1_000, 0.29)], kept) == []
    [said] = losses([measured(1_000, 0.31)], kept)
    assert said == "sums, 1,000 records, takes 31 factorizes of as many codes, and took 10."
    assert losses([measured(1_000, 0.31)], {}) == []
    assert losses([measured(1_000, 0.04)], {("sums", 1_000): measured(1_000, 0.01)}) == [], (
        "too short to tell"
    )
