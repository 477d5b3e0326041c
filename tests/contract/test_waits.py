"""Waits in tests: for a state, never for a fixed time, too long here and too short on a busy machine."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
FIXED = {"qWait", "sleep", "qSleep", "msleep"}

SHORTEST = 5000
"""Milliseconds for which any wait for a state must be ready, as those are that name no time."""


def fixed_waits(source: str) -> list[int]:
    """Return the lines that wait for a time and not for a state."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        called.lineno
        for called in calls
        if (isinstance(called, ast.Name) and called.id in FIXED)
        or (isinstance(called, ast.Attribute) and called.attr in FIXED)
        or (
            isinstance(called, ast.Attribute)
            and called.attr == "wait"
            and ast.unparse(called.value).split(".")[-1] in {"qtbot", "bot"}
        )
    ]


def short_waits(source: str) -> list[int]:
    """Return the lines that give a state too little time on a busy machine."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in {"waitUntil", "waitSignal"}
        for given in call.keywords
        if given.arg == "timeout" and int(ast.unparse(given.value)) < SHORTEST
    ]


@pytest.mark.parametrize(
    "line", ["qtbot.wait(20)", "self.qtbot.wait(TIME)", "time.sleep(1)", "sleep(0.1)", "QTest.qWait(1)"]
)
def test_a_fixed_wait_is_seen(line: str) -> None:
    assert fixed_waits(line) == [1]


@pytest.mark.parametrize("line", ["qtbot.waitUntil(ready)", "go.wait(5)", "process.wait(60)"])
def test_a_wait_for_a_state_is_allowed(line: str) -> None:
    assert fixed_waits(line) == []


def test_no_test_waits_for_a_fixed_time() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): fixed_waits(path.read_text(encoding="utf-8"))
        for path in TESTS.rglob("*.py")
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_short_wait_is_seen() -> None:
    assert short_waits("with bot.waitSignal(done, timeout=100): pass\nbot.waitUntil(ready)") == [1]
    assert short_waits("bot.waitUntil(ready, timeout=20_000)") == []


def test_every_wait_has_time_on_a_busy_machine() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): short_waits(path.read_text(encoding="utf-8"))
        for path in TESTS.rglob("*.py")
    }
    assert {path: lines for path, lines in found.items() if lines} == {}
