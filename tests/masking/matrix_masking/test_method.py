import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import MatrixMasking

NUMBERS = st.integers(-4, 4)


def file(values: list[list[float]]) -> Microdata:
    return Microdata(
        pd.DataFrame(values, columns=[f"v{place}" for place in range(len(values[0]))], dtype=float)
    )


def text(matrix: list[list[float]]) -> str:
    return "\n".join(",".join(map(str, row)) for row in matrix)


def squares(size: int) -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.lists(NUMBERS, min_size=size, max_size=size), min_size=size, max_size=size)


@given(st.integers(1, 5), st.integers(1, 3), st.data())
def test_the_product_is_that_of_sums(n: int, m: int, data: st.DataObject) -> None:
    grid = st.lists(st.lists(NUMBERS, min_size=m, max_size=m), min_size=n, max_size=n)
    v, c, a, b = data.draw(grid), data.draw(grid), data.draw(squares(n)), data.draw(squares(m))
    masking = MatrixMasking(
        variables=[f"v{place}" for place in range(m)], records=text(a), mixture=text(b), displacement=text(c)
    )
    expected = [
        [sum(a[i][r] * v[r][k] * b[k][j] for r in range(n) for k in range(m)) + c[i][j] for j in range(m)]
        for i in range(n)
    ]
    masked = masking.mask(file(v))
    assert masked.data.frame.to_numpy().tolist() == expected
    assert masked.figures["rank_of_a"].value == np.linalg.matrix_rank(a)


def test_one_line_displaces_all_records_and_separators_are_those_of_files() -> None:
    data = file([[1, 2], [3, 4], [5, 6]])
    for line in ("0.5,-1", "0.5;-1", "0.5\t-1", "0.5 -1\n"):
        masked = MatrixMasking(variables=["v0", "v1"], displacement=line).apply(data)
        assert masked.frame.to_numpy().tolist() == [[1.5, 1], [3.5, 3], [5.5, 5]]


def test_what_can_be_undone_is_told() -> None:
    data = file([[1, 2], [3, 4]])
    (note,) = MatrixMasking(variables=["v0", "v1"], mixture="1,1\n0,1").mask(data).notes
    assert note.startswith("The matrices can be inverted")
    assert MatrixMasking(variables=["v0", "v1"], mixture="1,1\n1,1").mask(data).notes == ()


def test_missing_values_stay_and_are_needed_by_no_other() -> None:
    data = file([[1, np.nan], [3, 4]])
    kept = MatrixMasking(variables=["v0", "v1"], mixture="2,0\n0,3").apply(data).frame
    assert kept["v0"].tolist() == [2, 6]
    assert np.isnan(kept["v1"][0])
    with pytest.raises(DataError, match="1 value would need another one that is missing"):
        MatrixMasking(variables=["v0", "v1"], mixture="1,0\n1,1").apply(data)


@pytest.mark.parametrize(
    ("matrices", "message"),
    [
        ({}, "no matrix is given"),
        ({"mixture": "1,0\n0,x"}, "every line must hold numbers"),
        ({"mixture": "1,0\n0"}, "equally many numbers"),
        ({"mixture": "1,0"}, "as many lines as columns"),
        ({"mixture": "1"}, "a number for each variable"),
        ({"displacement": "1,nan"}, "must lie between"),
        ({"records": "1,2,3\n1,2,3"}, "as many lines as columns"),
    ],
)
def test_matrices_that_make_no_sense_are_refused(matrices: dict[str, str], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        MatrixMasking(variables=["v0", "v1"], **matrices)


def test_a_matrix_of_other_records_is_refused() -> None:
    masking = MatrixMasking(variables=["v0", "v1"], records="1,0\n0,1")
    with pytest.raises(DataError, match="the matrix has 2 lines and the file 3 records"):
        masking.apply(file([[1, 2], [3, 4], [5, 6]]))


def test_decimal_commas_are_read_between_semicolons() -> None:
    comma, point = (
        MatrixMasking(variables=["v0", "v1"], mixture=text)
        for text in ("0,9; 0,1\n-0,5\t1", "0.9, 0.1\n-0.5, 1")
    )
    data = Microdata(pd.DataFrame({"v0": [1.0, 2.0], "v1": [3.0, 5.0]}))
    assert comma.apply(data).frame.equals(point.apply(data).frame)
    with pytest.raises(ParameterError, match="with decimal commas, 0,9; 0,1"):
        MatrixMasking(variables=["v0", "v1"], mixture="0,9 0,1\n0,1 0,9")
