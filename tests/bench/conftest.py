import numpy as np
import pandas as pd
import pytest

RECORDS = 1_000_000


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Measure only when asked: `--benchmark-only`."""
    if not config.getoption("benchmark_only"):
        for item in items:
            if "tests/bench" in item.path.as_posix() and item.path.stem.endswith(("_work", "_quality")):
                item.add_marker(pytest.mark.skip(reason="measures speed: run with --benchmark-only"))


@pytest.fixture(scope="session")
def million() -> pd.DataFrame:
    """A million records with eight key variables of a few values each, and two amounts."""
    rng = np.random.default_rng(1)
    sizes = (90, 2, 5, 40, 4, 7, 3, 12)
    keys = {f"k{number}": rng.integers(0, size, RECORDS) for number, size in enumerate(sizes)}
    keys["k3"] = np.array([f"region {code}" for code in range(40)], dtype=object)[keys["k3"]]
    amounts = {"income": rng.lognormal(10, 1, RECORDS), "savings": rng.normal(0, 1e4, RECORDS)}
    return pd.DataFrame(keys | amounts)
