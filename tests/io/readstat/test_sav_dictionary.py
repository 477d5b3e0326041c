"""Files of SPSS that the library must not be given, because they would end the program."""

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import read
from sdcdesk.io.readstat.options import StatisticsOptions


def saved(path: Path, values: tuple[str, str] = ("x", "y")) -> bytes:
    labels = {"w": dict(zip(values, ("Ex", "Why"), strict=True)), "n": {1: "One"}}
    frame = pd.DataFrame({"w": values, "n": [1.0, 2.0]})
    pyreadstat.write_sav(frame, str(path), variable_value_labels=labels, column_labels={"n": "A number"})
    return path.read_bytes()


def test_an_encrypted_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    path.write_bytes(b"ENCRYPTEDSAV" + bytes(range(256)) * 20)
    with pytest.raises(ReadError, match=r"people\.sav is encrypted; save it again without a password"):
        read(path)


def test_a_labelled_value_in_another_encoding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    content = saved(path)
    path.write_bytes(content.replace(b"x       \x02Ex", b"\xe4       \x02Ex"))
    with pytest.raises(ReadError, match="text in another character encoding than it says"):
        read(path)
    described = read(path, StatisticsOptions(encoding="cp1252")).variable("w")
    assert [one.value for one in described.value_labels] == ["ä", "y"]


def test_a_number_that_says_it_is_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    content = saved(path)
    number = content.index(b"N       \x08\0\0\0A number") - 20
    assert content[number : number + 4] == b"\0\0\0\0"
    for width in (1, 2**31 - 1, -2):
        told = width.to_bytes(4, "little", signed=True)
        path.write_bytes(content[:number] + told + content[number + 4 :])
        with pytest.raises(ReadError, match=r"people\.sav"):
            read(path)


def test_a_text_that_says_another_length_than_it_has_records_for_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    pyreadstat.write_sav(pd.DataFrame({"w": ["x" * 20, "y"], "n": [1.0, 2.0]}), str(path))
    content = path.read_bytes()
    text = content.index(b"W       ") - 20
    assert content[text : text + 4] == (20).to_bytes(4, "little")
    for width in (8, 16, 25, 200):
        path.write_bytes(content[:text] + width.to_bytes(4, "little") + content[text + 4 :])
        with pytest.raises(ReadError, match=r"people\.sav is damaged"):
            read(path)


def test_a_number_that_is_shown_as_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    content = saved(path)
    shown = content.index(b"N       \x08\0\0\0A number") - 6
    assert content[shown : shown + 1] == b"\x05"
    path.write_bytes(content[:shown] + b"\1" + content[shown + 1 :])
    with pytest.raises(ReadError, match=r"people\.sav is damaged"):
        read(path)


@pytest.mark.parametrize("place", [0, 2, 4, 5])
def test_labels_of_a_number_that_are_given_to_something_else_are_told(place: int, tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    frame = pd.DataFrame({"w": ["x" * 20, "y"], "n": [1.0, 2.0]})
    pyreadstat.write_sav(frame, str(path), variable_value_labels={"n": {1.5: "One"}})
    content = path.read_bytes()
    given = b"\4\0\0\0\1\0\0\0\4\0\0\0"
    assert content.count(given) == 1
    path.write_bytes(content.replace(given, given[:8] + place.to_bytes(4, "little")))
    if place == 4:
        assert read(path).variable("n").label_by_value() == {1.5: "One"}
        return
    with pytest.raises(ReadError, match=r"people\.sav is damaged"):
        read(path)


@pytest.mark.parametrize("how", [{}, {"row_compress": True}, {"compress": True}])
def test_more_records_than_the_file_has_room_for_are_told(how: dict[str, bool], tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    pyreadstat.write_sav(pd.DataFrame({"n": [1.0, 2.0], "w": ["x", "y"]}), str(path), **how)
    content = path.read_bytes()
    assert content[80:84] == b"\2\0\0\0"
    for said, sound in ((b"\xff\xff\xff\xff", True), (b"\0\0\0\7", False), (b"\xff\xff\xff\x7f", False)):
        path.write_bytes(content[:80] + said + content[84:])
        if sound:  # SPSS may leave it open
            assert read(path).column("n").tolist() == [1, 2]
            continue
        with pytest.raises(ReadError, match=r"people\.sav is damaged"):
            read(path)


@pytest.mark.parametrize("values", [("x", "y"), ("ä", "ß"), ("", "x")])
def test_sound_labels_are_read(values: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "people.sav"
    saved(path, values)
    named = read(path).variable("w").label_by_value()
    assert list(named.values()) == ["Ex", "Why"]


def test_names_that_stand_twice_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "people.dta"
    pyreadstat.write_dta(pd.DataFrame({"one": [1.0], "two": [2.0]}), str(path))
    path.write_bytes(path.read_bytes().replace(b"two", b"one"))
    with pytest.raises(ReadError, match="two columns called one"):
        read(path)
