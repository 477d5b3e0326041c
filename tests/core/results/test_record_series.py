"""Record series: each is computed when it is asked for, and no other one."""

import numpy as np

from sdcdesk.core.results.record_series import RecordSeries, without_series


def test_series_are_computed_when_they_are_asked_for() -> None:
    asked = []

    def computed(name: str) -> np.ndarray:
        asked.append(name)
        return np.array([1, 2])

    records = RecordSeries({"f": lambda: computed("f"), "g": lambda: computed("g")})
    left = without_series(records, {"f"})
    assert (list(records), list(left), "g" in left, "f" in left) == (["f", "g"], ["g"], True, False)
    assert asked == []
    assert left["g"].tolist() == [1, 2]
    assert asked == ["g"]
