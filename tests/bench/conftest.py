import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Measure only when asked: `--benchmark-only`."""
    if not config.getoption("benchmark_only"):
        for item in items:
            if "tests/bench" in item.path.as_posix() and item.path.stem.endswith("_quality"):
                item.add_marker(pytest.mark.skip(reason="measures speed: run with --benchmark-only"))
