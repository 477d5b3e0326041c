import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.kernels.robust_scatter import robust_scatter
from sdcdesk.masking import MultivariateTopCoding

SCALES = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("x", "y")]


def people() -> Microdata:
    """Two correlated variables; a fifth of the records lie elsewhere, two lack a value."""
    rng = np.random.default_rng(7)
    x = rng.normal(50, 10, 120).round(1)
    y = (3 * x + rng.normal(0, 5, 120)).round(1)
    y[:24] += rng.uniform(200, 900, 24).round(1)
    x[[30, 31]] = np.nan
    return Microdata(pd.DataFrame({"x": x, "y": y}), SCALES)


def distances(data: Microdata, records: np.ndarray) -> np.ndarray:
    """Distances by centre and covariances of the file, which other tests look at, written out."""
    complete = ~np.isnan(data.numbers("x"))
    scatter = robust_scatter([data.numbers(name)[complete] for name in data.names])
    assert scatter is not None
    centred = records - scatter.location
    return np.sqrt(np.einsum("ij,jk,ik->i", centred, np.linalg.inv(scatter.covariances), centred))


LIMIT = np.sqrt(5.991464547107979)
"""√χ² of two variables at 95 %."""


def matrix(data: Microdata) -> np.ndarray:
    return np.stack([data.numbers(name) for name in data.names], axis=1)


def test_outlying_records_come_to_the_edge_on_the_way_to_the_centre() -> None:
    data = people()
    masked = MultivariateTopCoding(variables=["x", "y"], inside=95.0, decimals=False).mask(data)
    old, new = matrix(data), matrix(masked.data)
    far = distances(data, old)
    outlying = far > LIMIT
    assert outlying[:24].all()
    assert masked.figures["outlying_records"].value == outlying.sum() < 40
    assert distances(data, new[outlying]) == pytest.approx(LIMIT)
    # On one line with the centre: what is added is a share of the distance from it.
    share = (LIMIT / far[outlying])[:, None]
    centre = (new[outlying] - share * old[outlying]) / (1 - share)
    assert centre == pytest.approx(np.broadcast_to(centre[0], centre.shape))
    np.testing.assert_array_equal(new[~outlying], old[~outlying])
    missing, direction = masked.notes
    assert missing.startswith("2 records with a missing value")
    assert direction.startswith("Records on the edge keep their direction")


def test_the_nearest_of_the_others_is_taken_whole() -> None:
    data = people()
    masked = MultivariateTopCoding(variables=["x", "y"], inside=95.0, replace_by="nearest").apply(data)
    old, new = matrix(data), matrix(masked)
    outlying = distances(data, old) > LIMIT
    others = np.flatnonzero(~outlying & ~np.isnan(old[:, 0]))
    centre = robust_scatter([*old[~np.isnan(old[:, 0])].T])
    assert centre is not None
    inverse = np.linalg.inv(centre.covariances)
    for place in np.flatnonzero(outlying):
        gaps = old[others] - old[place]
        nearest = others[np.einsum("ij,jk,ik->i", gaps, inverse, gaps).argmin()]
        assert new[place].tolist() == old[nearest].tolist()
    np.testing.assert_array_equal(new[~outlying], old[~outlying])


@pytest.mark.parametrize("order", [1, -1])
def test_of_equally_near_records_the_first_gives_its_values_and_whole_numbers_stay_whole(order: int) -> None:
    """All lies alike on both sides of x = 0, and so do the two highest of the others."""
    right = [(x, y) for x in (1, 2, 4) for y in (-5, -3, -1, 1, 3, 5)] + [(1, 7)]
    rows = [*right, *((-x, y) for x, y in right)][::order]
    frame = pd.DataFrame([*rows, (0, 90)], columns=["x", "y"])
    masked = MultivariateTopCoding(variables=["x", "y"], inside=99.0, replace_by="nearest")
    new = masked.apply(Microdata(frame, SCALES)).frame
    first = next(row for row in rows if row in ((1, 7), (-1, 7)))
    assert tuple(new.iloc[-1]) == first
    assert new.dtypes.tolist() == [np.int64, np.int64]
    assert new.iloc[:-1].equals(frame.iloc[:-1])


def test_an_ordinary_value_in_an_extraordinary_combination_is_found() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=200)
    frame = pd.DataFrame({"x": x, "y": x + 0.05 * rng.normal(size=200)})
    frame.loc[0] = [1.0, -1.0]
    masked = MultivariateTopCoding(variables=["x", "y"], inside=99.9).apply(Microdata(frame, SCALES))
    changed = np.flatnonzero((masked.frame != frame).any(axis=1))
    assert changed.tolist() == [0]


def test_whole_numbers_stay_whole_and_constant_variables_do_not_count() -> None:
    frame = pd.DataFrame({"x": [1, 2, 3, 4, 5, 6, 7, 80], "y": [9] * 8})
    method = MultivariateTopCoding(variables=["x", "y"], whole_numbers=True, decimals=False)
    masked = method.apply(Microdata(frame, SCALES))
    other = method.changed(whole_numbers=False).apply(Microdata(frame, SCALES))
    assert other.frame["x"][7] % 1
    assert masked.frame["x"].dtype == np.int64
    assert masked.frame["x"].tolist()[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert 7 < masked.frame["x"][7] < 80
    assert masked.frame["y"].tolist() == [9] * 8


def test_records_in_a_plane_are_refused() -> None:
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4, 5, 6, 9], "y": [2.0, 4, 6, 8, 10, 12, 0]})
    with pytest.raises(DataError, match="lie in one plane of x, y"):
        MultivariateTopCoding(variables=["x", "y"]).apply(Microdata(frame, SCALES))


def test_values_of_none_are_refused_where_all_records_are_outlying() -> None:
    data = Microdata(pd.DataFrame({"pay": [954.2, 252.5, 52.2]}))
    coding = MultivariateTopCoding(variables=("pay",), replace_by="nearest", inside=60.0)
    with pytest.raises(DataError, match="there is none whose values they could get"):
        coding.apply(data)
    assert coding.changed(replace_by="edge").apply(data).numbers("pay").size == 3
