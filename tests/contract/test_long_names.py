"""No message repeats a long name, whatever signs it has and wherever it stands."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.printable import LONGEST
from sdcdesk.document.limits import parse_limit
from sdcdesk.document.recipe import Recipe
from sdcdesk.inspection.profile.distribution import distribution
from sdcdesk.io import ReadOptions, read, write
from sdcdesk.masking import METHODS, Microaggregation, Recoding
from sdcdesk.risk import DisclosureRisk

NAMES = {
    "words": "income of the household " * 12 + "in all",
    "letters": "x" * 300,
    "combining": "e\u0301 a\u0308 " * 60,
    "bidirectional": "\u202eabc \u2066def " * 30,
}


def data(name: str) -> Microdata:
    return Microdata(pd.DataFrame({name: ["a", "b", "a", "c"], "n": [1.0, 2.0, 3.0, 4.0]}))


def csv(folder: Path, name: str) -> Path:
    path = folder / "data.csv"
    path.write_text(f'"{name}",n\na,1\nb,2\n', "utf-8")
    return path


CASES: dict[str, Callable[[Path, str], object]] = {
    "a variable that is not there": lambda _, name: data("x").variable(name),
    "two columns of one name": lambda _, name: Microdata(pd.DataFrame([[1, 2]], columns=[name, name])),
    "text where numbers are needed": lambda _, name: data(name).numbers(name),
    "columns that are not there": lambda folder, name: read(csv(folder, "x"), roles={name: "key"}),
    "a role that is none": lambda folder, name: read(csv(folder, "x"), roles={"x": name}),
    "words read as numbers": lambda folder, name: read(csv(folder, name), ReadOptions(numbers=(name,))),
    "categories twice": lambda _, name: Variable(name=name, categories=("a", "a")),
    "categories of numbers": lambda _, name: Variable(name=name, scale="continuous", categories=("a",)),
    "infinite numbers": lambda folder, name: write(
        Microdata(pd.DataFrame({name: [float("inf")]})), folder / "out.csv"
    ),
    "a step on text": lambda _, name: (
        Recipe(seed=1).then(Microaggregation(variables=[name], k=2)).apply(data(name))
    ),
    "a step on nothing": lambda _, name: (
        Recipe(seed=1).then(Microaggregation(variables=[name], k=2)).apply(data("x"))
    ),
    "a mapping that names no value": lambda _, name: Recoding(variable=name, mapping={"z": "y"}).apply(
        data(name), seed=1
    ),
    "a mapping of a long value": lambda _, name: Recoding(variable="x", mapping={name: "y"}).apply(
        data("x"), seed=1
    ),
    "a method that is none": lambda _, name: METHODS[name],
    "a limit that is none": lambda _, name: parse_limit(name),
    "a limit of a figure that is none": lambda _, name: parse_limit(f"disclosure_risk.{name}<=0.1"),
    "a scenario of keys that are not there": lambda _, name: DisclosureRisk(keys=[name]).assess(
        data("x"), data("x")
    ),
    "a scale that orders nothing": lambda _, name: distribution(
        data(name), name, scale="logarithmic", like=distribution(data(name), "n")
    ),
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_message_keeps_the_beginning_of_a_name(
    case: Callable[[Path, str], object], name: str, tmp_path: Path
) -> None:
    with pytest.raises(SdcError) as raised:
        case(tmp_path, name)
    message = raised.value.message
    repeated = max((end for end in range(len(name) + 1) if name[:end].rstrip() in message), default=0)
    assert repeated <= LONGEST, message
    # A message may list all methods, which are ours and of no length that a file decides.
    assert len(message.replace(", ".join(method.name for method in METHODS), "")) < 5 * LONGEST
