"""Attack: who reads what a released file says of its variables learns which values were masked.

Two files differ in one value only, which a step masks: what leaves of both, and of what it means, is the
same.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.io import read, write
from sdcdesk.io.codebook.writing import write_codebook
from sdcdesk.io.writing import released

LABELS = tuple(ValueLabel(value=number, label=f"{number} children") for number in range(21))
FEW = (ValueLabel(value=9, label="nine"), ValueLabel(value=0, label="none"))
JOBS = tuple(ValueLabel(value=job, label=job.upper()) for job in ("cook", "smith", "astronaut", "pilot"))
COMMON = pd.DataFrame({"children": [0, 1, 2, 3, 6, 6, 2, 1], "job": ["cook", "smith"] * 4})


def people(
    children: int = 6,
    job: str = "cook",
    labels: tuple[ValueLabel, ...] = LABELS,
    scale: Scale = Scale.CONTINUOUS,
    missing: tuple[int, ...] = (),
    width: int = 2,
    **described: object,
) -> Microdata:
    """Return eight people and a ninth, with the display that a statistics program gives such values."""
    frame = pd.concat([pd.DataFrame({"children": [children], "job": [job]}), COMMON], ignore_index=True)
    shown = DisplayFormat(width=width, decimals=0, program="spss", spelling=f"F{width}.0")
    worded = DisplayFormat(kind="text", width=len(job), program="spss", spelling=f"A{len(job)}")
    return Microdata(
        frame,
        [
            Variable(  # type: ignore[arg-type]  # the other fields are those of a variable
                name="children",
                role=Role.KEY,
                scale=scale,
                value_labels=labels,
                missing=missing,
                display=shown,
                **described,
            ),
            Variable(name="job", value_labels=JOBS, display=worded),
        ],
    )


@dataclass(frozen=True)
class Twins:
    """Two files, and what masks the value in which they differ."""

    first: Microdata
    second: Microdata
    mask: Callable[[Microdata], Microdata]


def top_coded(data: Microdata) -> Microdata:
    return sdc.masking.TailCoding(variable="children", top=6).apply(data)


def rounded(data: Microdata) -> Microdata:
    step = sdc.masking.Rounding(variables=["children"], rounding_set="own", points=[0, 5, 10, 15])
    return step.apply(data)


def banded(data: Microdata) -> Microdata:
    return sdc.masking.Recoding(variable="children", how="breaks", breaks=[0, 6]).apply(data)


def locally_recoded(data: Microdata) -> Microdata:
    return sdc.masking.LocalRecoding(keys=["children"], k=3).apply(data)


def left_out(data: Microdata) -> Microdata:
    return data.take(np.arange(1, len(data)))


def last_left_out(data: Microdata) -> Microdata:
    """Return all records but the one in question, which stood last in its file."""
    with_it_last = Microdata(data.frame.iloc[::-1].reset_index(drop=True), data.variables)
    return with_it_last.take(np.arange(len(data) - 1))


def drawn_again(data: Microdata) -> Microdata:
    """Return as many records as there were, of which the second stands in the place of the first."""
    return data.take(np.array([1, 1, *range(2, len(data))]))


def mapped(data: Microdata) -> Microdata:
    others = {str(number): 7 for number in range(7, 21)}
    return sdc.masking.Recoding(variable="children", how="mapping", mapping=others).apply(data)


def blanked(data: Microdata) -> Microdata:
    empty = pd.Series([None, *data.column("children").tolist()[1:]], dtype="Int64")
    job = pd.Series(["cook", *data.column("job").tolist()[1:]], dtype="str")
    return data.assign({"children": empty, "job": job})


RANGE = (MissingRange(low=-9, high=-1),)


def lettered(code: int) -> Microdata:
    return people(
        code, labels=(), missing=(code,), lettered_missing=(LetteredMissing(code=code, letter="c"),)
    )


TWINS = {
    "value at the top, by the labels of those above": Twins(people(9), people(14), top_coded),
    "value at the top of an ordinal variable": Twins(
        people(9, scale=Scale.ORDINAL), people(14, scale=Scale.ORDINAL), top_coded
    ),
    "value at the top, which alone has a label": Twins(
        people(9, labels=FEW), people(11, labels=(*FEW, ValueLabel(value=11, label="eleven"))), top_coded
    ),
    "value at the top, of which none has a label": Twins(
        people(8, labels=FEW), people(13, labels=FEW), top_coded
    ),
    "code in a band": Twins(people(9, scale=Scale.ORDINAL), people(14, scale=Scale.ORDINAL), banded),
    "code in a band, which alone has a label": Twins(
        people(9, labels=FEW, scale=Scale.ORDINAL), people(8, labels=FEW, scale=Scale.ORDINAL), banded
    ),
    "code at the top, beside one that has a label": Twins(
        people(9, labels=FEW, scale=Scale.ORDINAL), people(8, labels=FEW, scale=Scale.ORDINAL), top_coded
    ),
    "code in a class": Twins(people(9, scale=Scale.ORDINAL), people(8, scale=Scale.ORDINAL), locally_recoded),
    "code in a class, which alone has a label": Twins(
        people(9, labels=FEW, scale=Scale.ORDINAL),
        people(8, labels=FEW, scale=Scale.ORDINAL),
        locally_recoded,
    ),
    "rounded value": Twins(people(11), people(12), rounded),
    "rounded value that had a label": Twins(people(9, labels=FEW), people(10, labels=FEW), rounded),
    "code that was put together with others": Twins(people(9), people(14), mapped),
    "width of the largest number": Twins(people(9, width=1), people(14, width=2), top_coded),
    "width of the largest number, whose record was left out": Twins(
        people(9, width=1), people(100_000_000_000, width=12), left_out
    ),
    "width of the largest number, whose record was the last and left out": Twins(
        people(9, width=1), people(100_000_000_000, width=12), last_left_out
    ),
    "width of the largest number, in the place of whose record another stands": Twins(
        people(9, width=1), people(100_000_000_000, width=12), drawn_again
    ),
    "longest text": Twins(people(job="smith"), people(job="astronaut"), left_out),
    "code for missing that lay in a range": Twins(
        people(-1, missing=(-1,), missing_ranges=RANGE),
        people(-9, missing=(-9,), missing_ranges=RANGE),
        blanked,
    ),
}


def told(data: Microdata, folder: Path) -> list[bytes]:
    """Return what leaves of some data: files that say nothing of the time, and all codebooks."""
    folder.mkdir()
    files = [folder / f"people.{ending}" for ending in ("csv", "parquet", "rds")]
    for file in files:
        write(data, file)
    books = [write_codebook(data, files[0], form) for form in ("csv", "ddi", "spss", "r")]
    return [path.read_bytes() for path in (*files, *books)]


@pytest.mark.filterwarnings(  # only who writes the files sees them
    "ignore:(CSV files hold|[0-9]+ labels? of|.* has categories that are no|.* is ordinal):UserWarning"
)
@pytest.mark.parametrize("twins", TWINS)
def test_what_is_said_of_variables_is_the_same_whatever_was_masked(twins: str, tmp_path: Path) -> None:
    case = TWINS[twins]
    first, second = (released(case.mask(one), identifiers=False)[1] for one in (case.first, case.second))
    pd.testing.assert_frame_equal(first.frame, second.frame)
    assert first.variables == second.variables
    assert told(case.mask(case.first), tmp_path / "a") == told(case.mask(case.second), tmp_path / "b")


def test_a_letter_that_nobody_has_any_more_is_not_told() -> None:
    data = released(blanked(lettered(-103)), identifiers=False)[1]
    assert data.variable("children").lettered_missing == ()
    assert data.variable("children").missing == ()


def with_letters(low: int) -> Microdata:
    """Return five numbers of which two are the missing values .b and .a of Stata, in codes of ours."""
    letters = tuple(
        LetteredMissing(code=code, letter=letter) for code, letter in ((-700_001, "a"), (-700_002, "b"))
    )
    debt = Variable(
        name="debt",
        value_labels=(ValueLabel(value=-700_001, label="refused"),),
        missing=(-700_001, -700_002),
        lettered_missing=letters,
    )
    return Microdata(pd.DataFrame({"debt": [low, 10, -700_002, 30, -700_001]}), [debt])


@pytest.mark.parametrize("ending", ["csv", "xlsx", "sav", "parquet", "rds", "dta"])
def test_codes_of_letters_do_not_tell_how_low_the_lowest_was(ending: str, tmp_path: Path) -> None:
    """They are chosen below all numbers of the file that is read."""
    told = []
    for low in (-5, -40_000):
        source, path = tmp_path / f"people{low}.dta", tmp_path / f"masked{low}.{ending}"
        write(with_letters(low), source)
        data = read(source).describe(read(source).variable("debt").changed(scale=Scale.CONTINUOUS))
        masked = sdc.masking.TailCoding(variable="debt", bottom=0).apply(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            write(masked, path)
        leaves = released(masked, identifiers=False)[1]
        told.append((leaves.variable("debt"), leaves.column("debt").tolist(), read(path).frame))
        assert leaves.variable("debt").label_by_value() == {-101: "refused"}
        assert [one.letter for one in leaves.variable("debt").lettered_missing] == ["a", "b"]
    assert told[0][:2] == told[1][:2]
    assert told[0][1] == [0, 10, -102, 30, -101]
    pd.testing.assert_frame_equal(told[0][2], told[1][2])


@pytest.mark.filterwarnings("ignore:(SAS|The label of|[0-9]+ labels of|.* has labels of values):UserWarning")
@pytest.mark.parametrize("ending", ["sav", "dta", "xpt"])
def test_files_of_statistics_programs_show_values_as_wide_as_those_that_leave(
    ending: str, tmp_path: Path
) -> None:
    shown = []
    for place, data in enumerate((people(9, width=1), people(10**11, "astronaut", width=12))):
        path = tmp_path / f"{place}.{ending}"
        write(left_out(data), path)
        found = read(path)
        shown.append([found.variable(name).display for name in found.names])
    assert shown[0] == shown[1]


def test_a_range_of_missing_values_that_values_lie_in_now_is_none() -> None:
    data = people(-1, missing=(-1,), missing_ranges=RANGE)
    noisy = data.assign({"children": pd.Series([-1, -4, 2, 3, 4, 5, 6, 7, 8])})
    assert released(noisy, identifiers=False)[1].variable("children").missing_ranges == ()


def test_what_no_step_touched_is_described_as_it_was() -> None:
    data = people(9, missing=(), missing_ranges=RANGE)
    assert (
        released(data, identifiers=False)[1].variable("children").display == data.variable("children").display
    )
    masked = released(top_coded(data), identifiers=False)[1]
    assert masked.variable("children").missing_ranges == RANGE
    assert masked.variable("children").label_by_value() == {
        number: f"{number} children" for number in range(4)
    }
    ordinal = released(top_coded(people(9, scale=Scale.ORDINAL)), identifiers=False)[1]
    assert ordinal.variable("children").label_by_value()[6].startswith("6 children, 7 children, 8 children")
    assert masked.variable("job").display == data.variable("job").display


def test_new_numbers_bear_no_labels_of_old_ones() -> None:
    labels = (ValueLabel(value=-1, label="none"), *LABELS)
    data = people(-1, labels=labels, missing=(-1,))
    masked = sdc.masking.NewNumbers(variables=["children"]).apply(data, seed=712345678912345)
    assert released(masked, identifiers=False)[1].variable("children").label_by_value() == {-1: "none"}
