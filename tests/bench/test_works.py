"""Every work can be measured, and others find what we find; nothing is timed here."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bench.measuring import COMPARED, FIRST, measure, measured_apart
from tests.bench.work import OURS, YARDSTICK, Way, Work
from tests.bench.works import HEADLINE, WORKS

FEW = 400


def summing(*peers: Way) -> Work:
    return Work("sums", Way(OURS, range, sum), peers)


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_every_work_can_be_done_in_all_its_ways(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = measure(work, min(FEW, work.sizes[0]), rounds=1)
    assert found.failed == {}
    assert set(found.seconds) == {way.name for way in work.ways}
    assert YARDSTICK.name in found.seconds


def test_work_is_called_by_its_name() -> None:
    assert [name for name, times in Counter(work.name for work in WORKS).items() if times > 1] == []
    assert all(work.ours.name == OURS for work in WORKS)
    assert all(list(work.sizes) == sorted(work.sizes) for work in WORKS)


def test_the_findings_of_every_peer_are_compared() -> None:
    peers = [(work, way) for work in WORKS for way in work.peers]
    assert [way.name for work, way in peers if way.agrees is None] == []
    assert [work.name for work, _ in peers if min(work.sizes) > COMPARED] == []
    assert all(work.peers for work in HEADLINE if work.name.startswith(("reading", "k-anonymity")))


def test_a_peer_that_finds_something_else_is_left_out() -> None:
    other = Way("others", range, max, agrees=lambda ours, theirs: ours == theirs)
    found = measure(summing(other), 100)
    assert found.failed == {"others": "what it finds is not what SDCDesk finds"}
    assert set(found.seconds) == {OURS, YARDSTICK.name}


def test_a_peer_that_fails_is_left_out() -> None:
    def broken(_: object) -> object:
        raise OSError("no such thing")

    found = measure(summing(Way("others", range, broken)), FIRST + 1, rounds=2)
    assert found.failed == {"others": "it fails with OSError"}
    assert set(found.seconds) == {OURS, YARDSTICK.name}


def test_ways_are_left_out_by_their_names() -> None:
    assert "others" not in measure(summing(Way("others", range, sum)), 10, without=["others"]).seconds


def test_a_peer_that_is_not_installed_is_named() -> None:
    work = summing(Way("none", range, sum, "no_such_module"))
    assert work.lacking == ("no_such_module",)
    assert [way.name for way in work.ways] == [OURS, YARDSTICK.name]


def test_work_is_measured_in_a_process_of_its_own() -> None:
    work = next(one for one in WORKS if one.name == "uniform numbers by record")
    found = measured_apart(work, 1_000)
    assert not isinstance(found, str)
    assert set(found.seconds) == {way.name for way in work.ways}
    assert measured_apart(summing(), 1_000).startswith("the process ended with")
