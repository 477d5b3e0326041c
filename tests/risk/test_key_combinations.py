import pandas as pd

from sdcdesk.core.microdata import Microdata
from sdcdesk.risk.key_combinations import MINE, arranged, summary
from sdcdesk.risk.key_uniqueness import key_uniqueness

FRAME = pd.DataFrame({"sex": ["F", "F", "M", "M"], "age": [1, 2, 3, 3], "region": ["a", "b", "c", "d"]})


def test_all_keys_come_first_then_all_suggestions() -> None:
    rows = arranged(key_uniqueness(Microdata(FRAME), list(FRAME)), ["sex", "age"], ["region"])
    assert [(row.text, row.mark, row.suggested) for row in rows[:2]] == [
        ("sex, age", MINE, False),
        ("sex, age, region", "with the suggestion", True),
    ]
    assert summary(rows) == "sex and age together single out 2 records. Coarser values of either help."


def test_nobody_is_singled_out_of_nothing() -> None:
    rows = arranged(key_uniqueness(Microdata(FRAME.iloc[:0]), ["sex", "age"]), ["sex", "age"], [])
    assert rows[0].share_text() == "–"
    assert rows[0].records() == "0 records"
    assert summary(rows) == "No two of your keys single anybody out."
    assert summary(rows[1:2]) == ""
