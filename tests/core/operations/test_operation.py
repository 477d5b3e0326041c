from typing import Literal

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.operation import any_fits, fitting
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress


class Shift(Method):
    """Add a number to some variables."""

    name = "shift"
    title = "Shift"
    source = "none"
    purpose = Purpose.CHANGE_VALUES

    variables_shifted: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "What is shifted.", accepts=CONTINUOUS, min_length=1
    )
    how: Literal["fixed", "random"] = parameter("fixed", "How", "How far.")
    by: float = parameter(1.0, "Distance", "How far.", FieldDisplay(when={"how": ("fixed",)}), gt=0)
    times: int = parameter(1, "Times", "How often.", ge=1, le=9)

    def summary(self) -> str:
        return "Shift"

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        return Masked(data)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({}, r"Variables \(variables_shifted\): a value must be given\."),
        ({"variables_shifted": []}, r"must name at least 1\."),
        ({"variables_shifted": "a"}, r"must be a list\."),
        ({"variables_shifted": ["a", 3]}, r"entry 1: must be text\."),
        ({"variables_shifted": ["a"], "by": 0}, r"Distance \(by\): must be more than 0"),
        ({"variables_shifted": ["a"], "by": float("nan")}, r"must be a finite number\."),
        ({"variables_shifted": ["a"], "by": "2"}, r"must be a number\."),
        ({"variables_shifted": ["a"], "times": True}, r"must be a whole number\."),
        ({"variables_shifted": ["a"], "times": 2.5}, r"must be a whole number\."),
        ({"variables_shifted": ["a"], "times": 10}, r"must be at most 9\."),
        ({"variables_shifted": ["a"], "how": "far"}, r"must be 'fixed' or 'random'\."),
        ({"variables_shifted": ["a"], "how": "random", "by": 2.0}, r"Distance \(by\): has no effect here"),
        ({"variables_shifted": ["a"], "speed": 1}, r"there is no such parameter\."),
    ],
)
def test_bad_parameters_are_named_in_one_sentence(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        Shift(**parameters)


def test_variables_are_checked_against_the_data() -> None:
    data = Microdata(pd.DataFrame({"age": [1], "town": ["x"]}))
    with pytest.raises(
        DataError, match="Shift: town is nominal, but this needs a variable that is continuous"
    ):
        Shift(variables_shifted=["town"]).apply(data)
    with pytest.raises(DataError, match="no variable agee in the data; did you mean age"):
        Shift(variables_shifted=["agee"]).apply(data)


def test_operations_are_values() -> None:
    assert Shift(variables_shifted=["a"]) == Shift(variables_shifted=("a",))
    with pytest.raises(ValueError, match="frozen"):
        Shift(variables_shifted=["a"]).by = 3.0


def test_catalogues_read_what_they_write() -> None:
    catalogue: Catalogue[Method] = Catalogue("method", Shift)
    shift = Shift(variables_shifted=["a"], by=2.5)
    assert catalogue.read(catalogue.write(shift)) == shift
    assert catalogue.parse('shift:{"variables_shifted": ["a"], "by": 2.5}') == shift


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("shfit", "no method called shfit; did you mean shift"),
        ("shift:{", "not JSON"),
        ("shift:" + "[" * 100_000, "nested too deeply"),
        ('shift:{"by": ' + "9" * 5000 + "}", "a number that is too long"),
        ("shift:[1]", "must be written as names and values"),
        ('shift:{"a": 1}', "there is no such parameter"),
    ],
)
def test_badly_written_operations_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        Catalogue("method", Shift).parse(text)


def test_progress_of_a_part_is_a_part_of_the_progress() -> None:
    seen: list[float] = []
    progress = Progress(listener=lambda fraction, _words: seen.append(fraction))
    for _item, share in progress.part(0.5, 1.0).over(["a", "b"]):
        share.at(0.5)
    assert seen == [0.5, 0.625, 0.75, 0.875]


def test_a_cancelled_job_stops_at_its_next_report() -> None:
    with pytest.raises(Cancelled):
        Progress(cancelled=lambda: True).part(0.0, 0.1).at(0.5)


@pytest.mark.parametrize("scales", [(), (Scale.CONTINUOUS,), (Scale.NOMINAL, Scale.ORDINAL)])
@pytest.mark.parametrize("roles", [(), (Role.KEY,), (Role.WEIGHT, Role.HOUSEHOLD)])
def test_any_fits_where_one_is_fitting(scales: tuple[Scale, ...], roles: tuple[Role, ...]) -> None:
    accepted, found = Accepts(scales, roles), set[bool]()
    for scale in Scale:
        for role in Role:
            data = Microdata(pd.DataFrame({"a": [1, 2]}), [Variable(name="a", scale=scale, role=role)])
            found.add(any_fits(accepted, data))
            assert any_fits(accepted, data) == bool(fitting(accepted, data))
    assert True in found
    assert (False in found) == bool(scales or roles)
