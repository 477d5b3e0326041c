import sys
from pathlib import Path

import pytest

from sdcdesk.core.running import memory
from sdcdesk.core.running.memory import require


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
