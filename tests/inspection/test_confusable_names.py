import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.inspection import inspect
from sdcdesk.inspection.confusable_names import confusable_names


def test_names_that_look_alike_are_told_apart() -> None:
    one, two = "\u00e9t\u00e9", "e\u0301te\u0301"
    found = inspect(Microdata(pd.DataFrame({"age": [30, 41], one: ["x", "y"], two: ["x", "y"]})))
    assert [variable.warnings[:1] for variable in found] == [
        (),
        (r"its name looks like that of variable 3; it is spelt \xe9t\xe9",),
        (r"its name looks like that of variable 2; it is spelt e\u0301te\u0301",),
    ]


def test_of_other_names_nothing_is_said() -> None:
    assert confusable_names(["age", "Age", "\u00e9", ""]) == {}
