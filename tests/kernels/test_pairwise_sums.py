import numpy as np
import pytest

from sdcdesk.kernels.pairwise_sums import PART, pairwise_sum


@pytest.mark.parametrize("records", [0, 1, 7, 129, PART, PART + 1, 3 * PART + 5, 123_457])
def test_sums_of_parts_are_those_of_numpy_to_the_last_digit(records: int) -> None:
    values = np.random.default_rng(records).lognormal(0, 5, records)
    assert pairwise_sum(lambda part: float(values[part].sum()), records) == values.sum()
    both = pairwise_sum(lambda part: np.array([values[part].sum(), (values[part] ** 2).sum()]), records)
    assert both.tolist() == [values.sum(), (values**2).sum()]


def test_every_record_is_in_one_part() -> None:
    seen: list[int] = []

    def seeing(part: slice) -> float:
        seen.extend(range(part.start, part.stop))
        return 0.0

    pairwise_sum(seeing, 2 * PART + 11)
    assert seen == list(range(2 * PART + 11))
