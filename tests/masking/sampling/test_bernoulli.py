import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking.sampling import BernoulliSampling
from sdcdesk.masking.sampling.margin import margin_of_error


def records(count: int) -> Microdata:
    return Microdata(pd.DataFrame({"sex": ["f"] * count}))


def test_each_record_is_drawn_by_its_own_number() -> None:
    data = records(300)
    drawn = BernoulliSampling(probability=35).apply(data, 4).rows.tolist()
    uniform = Draws(4).uniform(data.rows)
    assert drawn == [row for row in range(300) if uniform[row] < 0.35]
    assert len(BernoulliSampling(probability=100).apply(data, 4)) == 300


def test_of_the_size_that_was_drawn() -> None:
    sample = BernoulliSampling(probability=35).mask(records(300), 4)
    size = len(sample.data)
    assert sample.figures["expected_records"].value == 105
    assert sample.figures["sampling_factor"].value == size / 300
    assert sample.figures["margin_of_error"].value == margin_of_error(size, 300)


def test_an_empty_sample_has_no_margin() -> None:
    sample = BernoulliSampling(probability=1e-9).mask(records(3), 1)
    assert len(sample.data) == 0
    assert sample.figures["sampling_factor"].value == 0
    margin = sample.figures["margin_of_error"].quantity
    assert margin.reason is not None
    assert margin.reason.text == "The sample holds no record."


def test_a_file_without_records_is_refused() -> None:
    with pytest.raises(DataError, match="no records to draw from"):
        BernoulliSampling(probability=50).apply(records(3).take(np.arange(0)), 1)
