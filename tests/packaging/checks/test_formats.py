import pytest
from checks.formats import differences

READ = {"file": "data.sav", "records": 5, "digest": "aa"}


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        (READ, READ, ""),
        ({**READ, "file": "elsewhere.sav"}, READ, ""),
        ({**READ, "digest": "bb"}, READ, "other values"),
        (
            {"error": "ModuleNotFoundError(\"No module named 'asyncio'\")"},
            READ,
            "take it from UNUSED_MODULES",
        ),
        (None, READ, "is not there"),
        (READ, None, "no file of it"),
        (READ, {"error": "OSError()"}, "unfrozen program fails too: OSError()"),
    ],
)
def test_what_is_wrong_with_a_format_is_said(ours, theirs, said):
    found = differences({"spss": ours}, {"spss": theirs})["spss"]
    assert said in found
    assert bool(found) == bool(said)
