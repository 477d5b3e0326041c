import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.risk.keys.key_combinations import key_combinations, summary

FRAME = pd.DataFrame({"sex": ["F", "F", "M", "M"], "age": [1, 2, 3, 3], "region": ["a", "b", "c", "d"]})


def test_all_keys_come_first_then_all_suggestions() -> None:
    found = key_combinations(Microdata(FRAME), ["sex", "age"], ["region"])
    shown = found.frame[["variables", "mark", "alone"]].to_numpy().tolist()
    assert shown[:3] == [
        ["sex, age", "your keys", 2],
        ["sex, age, region", "all suggested", 4],
        ["region", "suggested", 4],
    ]
    assert ["age", "", 2] in shown
    assert found.rows is not None
    assert found.row_title is not None
    assert found.rows(0).tolist() == [0, 1]
    assert found.row_title(0) == "alone in sex, age"
    assert summary(found) == "sex and age together single out 2 records. Coarser values of either help."


def test_nobody_is_singled_out_of_nothing() -> None:
    found = key_combinations(Microdata(FRAME.iloc[:0]), ["sex", "age"], [])
    assert not found.quantities(found.column("share"))[0].defined
    assert summary(found) == "No two of your keys single anybody out."
    assert summary(key_combinations(Microdata(FRAME), ["sex"], [])) == ""
