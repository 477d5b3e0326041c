import errno

import pytest

from sdcdesk.core.running.errors import DataError, DefectError, as_user_error, defect_place, lacks_memory
from sdcdesk.core.text.printable import LONGEST, printable, short
from sdcdesk.core.text.sentence import sentence


def test_a_message_repeats_the_beginning_of_long_words() -> None:
    error = DataError(f"There is no variable {'Q' * 5000} in the data; choose another.")
    assert error.message == f"There is no variable {'Q' * (LONGEST - 1)}… in the data; choose another."
    assert str(error) == error.message


@pytest.mark.parametrize("text", ["", "a", "a" * LONGEST, "a " * LONGEST, "ä" * 500])
def test_what_is_brief_begins_alike(text: str) -> None:
    assert len(short(text)) <= LONGEST
    assert text.startswith(short(text).removesuffix("…"))
    assert (short(text) == text) == (len(text) <= LONGEST)


@pytest.mark.parametrize(
    "sign", [*"\0\a\b\t\n\r\x1b\x7f\x9b\u061c\u200b\u200e\u2028\u202e\u2066\u2069\ufeff\ud800\U000e0041"]
)
def test_signs_that_control_or_hide_are_spelt_out(sign: str) -> None:
    assert printable(f"a{sign}b") == f"a{sign.encode('unicode_escape').decode()}b"


@pytest.mark.parametrize(
    "text", ["Zoë", "١٢", "नमस्ते", "x² ≤ ½", "a\u00a0b", "5\u202f%", "\U0001f468\u200d\U0001f469"]
)
def test_all_other_text_is_left_alone(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("error", "lacking"),
    [
        (MemoryError("SECRET"), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (RuntimeError("can't start new thread"), True),
        (ImportError("libx.so: failed to map segment from shared object"), True),
        (OSError(errno.ENOSPC, "No space left on device"), False),
        (ValueError("SECRET"), False),
    ],
)
def test_a_lack_of_memory_is_known_by_any_of_its_names(error: Exception, lacking: bool) -> None:
    assert lacks_memory(error) is lacking


def test_the_place_of_a_defect_shows_no_value() -> None:
    with pytest.raises(KeyError) as caught:
        {}["SECRET"]
    place = defect_place(caught.value)
    assert place.startswith("KeyError in test_the_place_of_a_defect_shows_no_value, line ")
    assert "SECRET" not in place


def test_what_is_told_of_an_exception_holds_none_of_its_words() -> None:
    known = DataError("There is no variable age; choose another.")
    assert as_user_error(known) is known
    assert as_user_error(MemoryError("SECRET")).message.startswith("There is not enough memory")
    defect = as_user_error(KeyError("SECRET"))
    assert isinstance(defect, DefectError)
    assert "KeyError" in defect.message
    assert "SECRET" not in defect.message


def test_the_title_stands_before_the_sentence_where_it_is_not_in_sight() -> None:
    error = DataError("no variable has the role key; give it that role.", "keys", title="Local suppression")
    assert str(error) == "Local suppression: no variable has the role key; give it that role."
    assert error.beside("Local suppression") == "no variable has the role key; give it that role."
    assert error.beside("Local") == error.message
    assert error.names("Local suppression")
    assert not error.names("Local")


def test_a_title_within_the_sentence_is_not_put_before_it() -> None:
    error = DataError(sentence("{title} needs a population file; choose one.", title="k-map"))
    assert error.names("k-map")
    assert not error.names("map")
    assert error.beside("k-map") == "k-map needs a population file; choose one."
