"""Table of all faults: how many of each class were tried, what came of them, and what it took."""

from collections.abc import Callable, Iterator

import pytest

Tally = Callable[..., None]


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether all faults are tried, not only the few that every change must pass."""
    return bool(request.config.getoption("faults"))


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Tally:
    """Put a class of faults into the table."""

    def put(kind: str, *, refused: int, accepted: int, failed: int, seconds: float) -> None:
        tried = refused + accepted + failed
        record_property("faults", (kind, tried, refused, accepted, failed, round(seconds)))

    return put


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    rows = sorted(_rows(terminalreporter))
    if not rows:
        return
    total = ("all", *(sum(numbers) for numbers in list(zip(*rows, strict=True))[1:]))
    terminalreporter.section("faults")
    for kind, *numbers in [("class", "inputs", "refused", "accepted", "failed", "CPU s"), *rows, total]:
        terminalreporter.write_line(f"{kind:<40}" + "".join(f"{number:>10}" for number in numbers))


def _rows(reporter: pytest.TerminalReporter) -> Iterator[tuple[str, int, int, int, int, int]]:
    for outcome in ("passed", "failed"):
        for report in reporter.stats.get(outcome, ()):
            yield from (tuple(row) for name, row in report.user_properties if name == "faults")
