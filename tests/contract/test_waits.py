"""Waits in tests: for a state, never for a fixed time, too long here and too short on a busy machine."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
FIXED = {"qWait", "sleep", "qSleep", "msleep"}
WAITS = {"waitUntil", "waitSignal", "waitExposed", "wait", "join", "run", "communicate", "check_output"}

MAY_WAIT = re.compile(r"sleep|qWait|timeout|bot\.wait\(|\.(wait|join)\([^)]*\d")
"""What a source holds that waits for a time; others need not be parsed."""


def calls(source: str) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]


def fixed_waits(calls: list[ast.Call]) -> list[int]:
    """Return the lines that wait for a time and not for a state."""
    return [
        called.lineno
        for called in (call.func for call in calls)
        if (isinstance(called, ast.Name) and called.id in FIXED)
        or (isinstance(called, ast.Attribute) and called.attr in FIXED)
        or (
            isinstance(called, ast.Attribute)
            and called.attr == "wait"
            and ast.unparse(called.value).split(".")[-1] in {"qtbot", "bot"}
        )
    ]


def limited_waits(calls: list[ast.Call]) -> list[int]:
    """Return the lines that say how long they wait for a state; `PatientBot` says it for all."""
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and (
            (call.func.attr in WAITS and any(given.arg == "timeout" for given in call.keywords))
            or (call.func.attr in {"wait", "join"} and any(map(_is_long, call.args)))
        )
        and ast.unparse(call.func.value) != "super()"
    ]


def _is_long(given: ast.expr) -> bool:
    """Return whether an argument is a number of seconds; shorter ones are the pace of a loop."""
    return isinstance(given, ast.Constant) and isinstance(given.value, int | float) and given.value >= 1


@pytest.mark.parametrize(
    "line", ["qtbot.wait(20)", "self.qtbot.wait(TIME)", "time.sleep(1)", "sleep(0.1)", "QTest.qWait(1)"]
)
def test_a_fixed_wait_is_seen(line: str) -> None:
    assert MAY_WAIT.search(line)
    assert fixed_waits(calls(line)) == [1]


@pytest.mark.parametrize("line", ["qtbot.waitUntil(ready)", "go.wait()", "while not go.wait(0.01): pass"])
def test_a_wait_for_a_state_is_allowed(line: str) -> None:
    assert fixed_waits(calls(line)) == limited_waits(calls(line)) == []


@pytest.mark.parametrize(
    "line",
    ["bot.waitSignal(done, timeout=100)", "subprocess.run(words, timeout=60)", "process.wait(60)"],
)
def test_a_limited_wait_is_seen(line: str) -> None:
    assert MAY_WAIT.search(line)
    assert limited_waits(calls(line)) == [1]


def test_no_test_waits_for_a_fixed_time_or_says_how_long() -> None:
    fixed, limited = {}, {}
    for path in TESTS.rglob("*.py"):
        source, name = path.read_text(encoding="utf-8"), path.relative_to(TESTS).as_posix()
        every = calls(source) if MAY_WAIT.search(source) else []
        fixed[name], limited[name] = fixed_waits(every), limited_waits(every)
    assert len(fixed) > 300
    assert {name: lines for name, lines in fixed.items() if lines} == {}
    assert {name: lines for name, lines in limited.items() if lines} == {}
