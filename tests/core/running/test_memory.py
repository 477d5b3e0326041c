import os
import sys
from pathlib import Path

import pytest

from sdcdesk.core.running import memory
from sdcdesk.core.running.memory import give_back, require


@pytest.mark.parametrize("size", [0, 1, 4096, 10_000_000])
def test_what_there_is_is_granted(size: int) -> None:
    require(size)


@pytest.mark.parametrize("size", [2**55, 2**63, 2**100])
def test_what_no_computer_has_is_refused(size: int) -> None:
    with pytest.raises(MemoryError):
        require(size)


def test_what_is_free_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "meminfo"
    monkeypatch.setattr(memory, "_MEMINFO", told)
    require(10_000)  # the system does not say
    told.write_text("MemAvailable: 8 kB\nSwapFree: 1 kB\n", encoding="ascii")
    require(9 * 1024)
    with pytest.raises(MemoryError):
        require(9 * 1024 + 1)
    told.write_text("MemAvailable: much\n", encoding="ascii")
    require(10_000)


@pytest.mark.skipif(sys.platform != "linux", reason="limits are those of Linux")
def test_the_limit_of_the_process_counts() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 200_000_000, before[1]))
    try:
        require(1_000_000)
        with pytest.raises(MemoryError):
            require(300_000_000)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_freed_memory_is_given_back() -> None:
    if sys.platform != "linux" or memory._trim() is None:
        pytest.skip("the C library keeps no memory, or cannot be told to give it back")

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    size, number = 100_000, 2_000  # small enough to be kept
    blocks = [bytes(size) for _ in range(number)]
    last = blocks[-1]  # it stands at the end, so that nothing before it is given back by itself
    del blocks
    before = resident()
    give_back()
    assert before - resident() > size * number // 2
    assert len(last) == size


def test_where_the_c_library_cannot_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    memory._trim.cache_clear()
    monkeypatch.setattr(memory.sys, "platform", "win32")
    try:
        assert memory._trim() is None
        give_back()
    finally:
        memory._trim.cache_clear()
