"""Labels of values after a recoding: none is false, and no code stands bare among names."""

import pandas as pd

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.masking import Recoding

LABELS = {1: "North", 2: "West", 3: "South", 9: "Not known"}


def data(labels: dict[int, str] = LABELS) -> Microdata:
    variable = Variable(
        name="region",
        value_labels=tuple(ValueLabel(value=code, label=label) for code, label in labels.items()),
        missing=(9,),
    )
    return Microdata(pd.DataFrame({"region": [1, 2, 3, 9, 4]}), [variable])


def recoded(mapping: dict[str, object], labels: dict[int, str] = LABELS, **how: object) -> Microdata:
    return Recoding(variable="region", how="mapping", mapping=mapping, **how).apply(data(labels))  # type: ignore[arg-type]


def test_codes_that_are_put_together_are_labelled_by_all_of_theirs() -> None:
    masked = recoded({"2": 1})
    assert masked.column("region").tolist() == [1, 1, 3, 9, 4]
    labels = masked.variable("region").label_by_value()
    assert labels == {1: "North, West", 3: "South", 9: "Not known"}


def test_a_new_number_has_the_label_of_the_old_one() -> None:
    assert recoded({"1": 7}).variable("region").label_by_value()[7] == "North"
    assert recoded({"1": 4}).variable("region").label_by_value()[4] == "North, 4"


def test_codes_that_stay_among_names_are_written_as_their_labels() -> None:
    masked = recoded({"1": "Upper", "2": "Upper"})
    assert masked.column("region").tolist()[:3] == ["Upper", "Upper", "South"]
    assert masked.column("region").tolist()[4] == "4", "nobody says what it means"
    alike = recoded({"1": "South"})
    assert alike.column("region").tolist()[:3] == ["South", "West", "South (3)"], "no two values become one"


def test_a_name_that_was_a_code_is_labelled_by_what_it_holds() -> None:
    masked = recoded({"1": "3", "2": "x"})
    assert masked.column("region").tolist()[0] == "3"
    assert masked.variable("region").label_by_value().get("3") != "South"


def test_without_labels_nothing_changes() -> None:
    masked = recoded({"1": "Upper"}, labels={})
    assert masked.column("region").dropna().tolist() == ["Upper", "2", "3", "4"]


def test_bands_say_nothing_of_codes_for_missing_which_are_empty_now() -> None:
    labels = (ValueLabel(value=998, label="Refused"), ValueLabel(value=999, label="Not known"))
    age = Variable(
        name="age",
        scale="continuous",
        value_labels=labels,
        missing=(998,),
        missing_ranges=(MissingRange(low=998.0, high=999.0),),
    )
    before = Microdata(pd.DataFrame({"age": [1, 12, 23, 998]}), [age])
    after = Recoding(variable="age", how="width", width=10).apply(before)
    assert after.column("age").tolist()[:3] == ["0 to 9", "10 to 19", "20 to 29"]
    described = after.variable("age")
    assert (described.missing, described.missing_ranges, described.value_labels) == ((), (), ())


def test_names_say_nothing_of_codes_for_missing_which_are_empty_now() -> None:
    masked = recoded({"1": "Upper", "2": "Upper"})
    assert pd.isna(masked.column("region")[3])
    assert "Not known" not in masked.variable("region").label_by_value().values()
