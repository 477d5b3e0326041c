import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import LocalSuppression
from sdcdesk.masking.local_suppression.subsets import subsets_by_cost
from sdcdesk.risk import KAnonymity

PEOPLE = pd.DataFrame({"sex": ["f", "f", "f", "m"], "town": ["A", "A", "B", "B"]})
KEYS = [Variable(name=name, role=Role.KEY) for name in PEOPLE]


def mask(frame: pd.DataFrame, *variables: Variable, **parameters: object) -> pd.DataFrame:
    return LocalSuppression(**{"k": 2, **parameters}).apply(Microdata(frame, variables)).frame


def test_subsets_come_by_cost_then_by_fewer_keys_then_by_more_values() -> None:
    masks = [subset.mask for subset in subsets_by_cost([1.0, 1.0, 2.0], [3, 9, 5])]
    assert masks == [0b010, 0b001, 0b100, 0b011, 0b110, 0b101, 0b111]
    ranks = [subset.rank for subset in subsets_by_cost([0.1, 0.2, 0.3], [1, 1, 1])]
    assert ranks == [0, 1, 2, 2, 3, 4, 5], "0.1 + 0.2 costs as much as 0.3"


def test_an_important_variable_keeps_its_values() -> None:
    assert mask(PEOPLE, *KEYS).isna().sum().to_dict() == {"sex": 2, "town": 0}, "the first of equal ones"
    spared = mask(PEOPLE, *KEYS, importance={"sex": 5.0})
    assert spared.isna().sum().to_dict() == {"sex": 1, "town": 1}, "without a town the man is alone"
    two = pd.DataFrame({"sex": ["f", "m", "f", "m"], "town": ["A", "A", "B", "B"]})
    assert mask(two, *KEYS, importance={"sex": 5.0}).isna().sum().to_dict() == {"sex": 0, "town": 4}
    assert mask(two, *KEYS, importance={"town": 5.0}).isna().sum().to_dict() == {"sex": 4, "town": 0}


def test_an_important_variable_is_spared_by_wildcard_too() -> None:
    two = pd.DataFrame({"sex": ["f", "m", "f", "m"], "town": ["A", "A", "B", "B"]})
    for spared, blanked in (("sex", "town"), ("town", "sex")):
        masked = mask(two, *KEYS, mode="wildcard", importance={spared: 5.0})
        assert masked[spared].notna().all()
        assert 0 < masked[blanked].isna().sum() < 4


def test_how_many_records_would_fail_strict_is_said() -> None:
    two = pd.DataFrame({"sex": ["f", "m", "f", "m"], "town": ["A", "A", "B", "B"]})
    masked = LocalSuppression(k=2, mode="wildcard").mask(Microdata(two, KEYS))
    assert masked.figures["records_failing_strict"].value == 2
    assert (
        masked.notes[0]
        == "2 records are safe by the blanks of others only, and would not be in the mode strict."
    )


def test_strata_are_compared_by_themselves_and_keep_their_values() -> None:
    frame = pd.DataFrame({"sex": ["f", "f", "m", "m"], "area": [1, 1, 1, 2]})
    sex = Variable(name="sex", role=Role.KEY)
    method = LocalSuppression(k=2, within=["area"])
    masked = method.mask(Microdata(frame, [sex]))
    assert masked.data.frame["sex"].tolist()[:2] == ["f", "f"]
    assert masked.data.frame["sex"].isna().tolist() == [False, False, True, False]
    assert masked.figures["records_unsafe_after"].value == 1
    assert "1 record is not safe whatever is blanked" in masked.notes[0]
    assert mask(frame, sex)["sex"].isna().sum() == 0


def test_whole_numbers_codes_and_truth_values_keep_their_types() -> None:
    frame = pd.DataFrame(
        {
            "small": np.array([1, 1, 1, 2], dtype=np.uint8),
            "huge": np.array([2**63 + 1] * 3 + [5], dtype=np.uint64),
            "code": [7, -9, 7, 8],
            "flag": [True, True, True, False],
            "day": pd.to_datetime(["2026-01-01"] * 3 + ["2026-01-02"]),
            "kind": pd.Categorical(["a", "a", "a", "b"], categories=["a", "b", "unused"]),
        }
    )
    described = [
        Variable(name=name, role=Role.KEY, missing=(-9,) if name == "code" else ()) for name in frame
    ]
    masked = mask(frame, *described, k=3)
    assert masked.dtypes.astype(str).to_dict() == {
        "small": "UInt8",
        "huge": "UInt64",
        "code": "Int64",
        "flag": "boolean",
        "day": str(frame["day"].dtype),
        "kind": "category",
    }
    assert masked["huge"][0] == 2**63 + 1
    assert masked["code"].iloc[:3].tolist() == [7, -9, 7], "a code for a missing value stays"
    assert masked.iloc[3].isna().all()


def test_a_file_without_unsafe_records_stays_as_it_is() -> None:
    file = Microdata(PEOPLE.iloc[[0, 0, 3, 3]].reset_index(drop=True), KEYS)
    masked = LocalSuppression(k=2).mask(file)
    assert masked.data.fingerprint() == file.fingerprint()
    assert all(masked.data.provenance(name) is None for name in file.names)
    assert masked.notes == ()
    assert {figure.value for figure in masked.figures.values()} == {0}


def test_why_nothing_is_blanked_is_said_where_missing_values_match_every_value() -> None:
    file = Microdata(pd.DataFrame({"sex": ["f", "m", None, None], "town": ["A", "A", "A", "A"]}))
    masked = LocalSuppression(keys=["sex", "town"], k=3).mask(file)
    assert masked.figures["cells_blanked"].value == 0
    assert any("missing key values match every value" in note for note in masked.notes)
    whole = Microdata(pd.DataFrame({"sex": ["f"] * 4, "town": ["A"] * 4}))
    assert LocalSuppression(keys=["sex", "town"], k=3).mask(whole).notes == ()


def test_no_records_and_fewer_than_k() -> None:
    empty = LocalSuppression().mask(Microdata(PEOPLE.iloc[:0], KEYS))
    assert len(empty.data) == 0
    assert {figure.value for figure in empty.figures.values()} == {0}
    few = LocalSuppression(k=5).mask(Microdata(PEOPLE, KEYS))
    assert few.data.frame.equals(PEOPLE)
    assert few.figures["records_unsafe_after"].value == 4


def test_the_result_is_k_anonymous_where_missing_matches_every_value() -> None:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({f"k{j}": rng.geometric(0.4, 500) for j in range(4)})
    file = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])
    for mode in ("strict", "wildcard"):
        masked = LocalSuppression(k=4, mode=mode).apply(file)
        assert KAnonymity(k=4, missing="wildcard").assess(file, masked).value("k") >= 4


def test_wrong_use_is_said_with_its_parameter() -> None:
    file = Microdata(PEOPLE, KEYS)
    for parameters, field in (
        ({"together": 3}, "together"),
        ({"importance": {"age": 2.0}}, "importance"),
        ({"within": ["sex"]}, "within"),
        ({"by": "risk"}, "weight"),
    ):
        with pytest.raises(DataError) as raised:
            LocalSuppression(**parameters).apply(file)
        assert raised.value.field == field
    for parameters in (
        {"k": 1},
        {"together": 0},
        {"importance": {"sex": 0.0}},
        {"importance": {"sex": 5e-324}},
        {"keys": ["sex", "sex"]},
        {"keys": ["sex"], "within": ["sex"]},
        {"largest_risk": 0.1},
        {"by": "risk", "k": 5},
        {"by": "risk", "largest_risk": 0.0},
    ):
        with pytest.raises(ParameterError):
            LocalSuppression(**parameters)
    with pytest.raises(DataError, match="no variable has the role key"):
        LocalSuppression().apply(Microdata(PEOPLE))
    many = pd.DataFrame({f"k{j}": [1] for j in range(17)})
    with pytest.raises(DataError, match="at most 16"):
        LocalSuppression(keys=list(many)).apply(Microdata(many))


@pytest.mark.parametrize(
    ("weights", "message"), [([1.0, 0.0, 2.0, 2.0], "missing, zero or negative"), ([0.5] * 4, "sum to less")]
)
def test_weights_that_count_no_people_are_refused(weights: list[float], message: str) -> None:
    weight = Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    file = Microdata(PEOPLE.assign(w=weights), [*KEYS, weight])
    with pytest.raises(DataError, match=message):
        LocalSuppression(by="risk").apply(file)


def test_continuous_keys_are_not_advised() -> None:
    age = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    notes = LocalSuppression(k=2).check(Microdata(pd.DataFrame({"age": [1, 1, 2]}), [age]))
    assert notes == ("Local suppression is not advised for continuous variables such as age.",)


def test_words() -> None:
    assert LocalSuppression().summary() == "Keys blanked to k = 3, other blanks not counted"
    looser = LocalSuppression(mode="wildcard").summary()
    assert looser == "Keys blanked to k = 3, other blanks count as matches"
    risk = LocalSuppression(by="risk", mode="wildcard").summary()
    assert risk == "Keys blanked to a risk of at most 5\u202f%, other blanks count as matches"


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
@pytest.mark.parametrize("together", [None, 2])
def test_what_a_recoding_can_save_is_what_is_blanked_without_the_key(mode: str, together: int | None) -> None:
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({name: rng.integers(0, size, 90) for name, size in (("a", 2), ("b", 5), ("c", 9))})
    file = Microdata(frame, [Variable(name=name, role="key", scale="nominal") for name in frame])
    asked = LocalSuppression(k=3, mode=mode, together=together, savings=True)
    masked = asked.mask(file)
    plain = asked.changed(savings=False).mask(file)
    assert masked.data.fingerprint() == plain.data.fingerprint()
    assert "savings" not in plain.findings.tables
    for name in frame:
        one_value = file.assign({name: pd.Series([1] * 90)})
        blanks = asked.changed(savings=False).mask(one_value).figures
        told = masked.findings.table("savings").set_index("variable")["cells_if_one_value"][name]
        if mode == "strict":
            assert told == blanks["cells_blanked"].value
            coarser = file.assign({name: frame[name] // 2})
            recoded = asked.changed(savings=False).mask(coarser).figures["cells_blanked"].value
            assert told <= recoded
