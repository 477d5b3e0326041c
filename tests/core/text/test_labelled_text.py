import pickle

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.text.labelled_text import LabelledText, joined_codes, labelled_text
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.sentence import localised, sentence

GERMAN = Locale(",", ".")


def test_a_labelled_code_is_its_code_and_reads_with_its_label() -> None:
    text = labelled_text("1", "Man")
    assert (text, localised(text)) == ("1", "1 Man")
    assert {text: 1}["1"] == 1
    assert sentence("of {value}", value=text) == "of 1 Man"


def test_a_label_that_says_nothing_more_is_left_out() -> None:
    assert not isinstance(labelled_text("Man", "Man"), LabelledText)
    assert not isinstance(labelled_text("1", ""), LabelledText)


def test_signs_that_turn_text_are_spelt_out() -> None:
    assert localised(labelled_text("1", "a\u202eb")) == "1 a\\u202eb"


def test_it_stays_what_it_is_between_processes() -> None:
    text = pickle.loads(pickle.dumps(labelled_text("1", "Man {x}")))  # noqa: S301
    assert (text, localised(text)) == ("1", "1 Man {x}")


def test_values_in_a_row() -> None:
    texts = joined_codes([labelled_text("1", "Man"), "missing"], " × ")
    assert (texts, localised(texts)) == ("1 × missing", "1 Man × missing")
    assert not isinstance(joined_codes(["a", "b"]), LabelledText)


def test_values_of_a_variable_know_their_labels_and_the_sign_of_the_reader() -> None:
    labels = (
        ValueLabel(value=1, label="One"),
        ValueLabel(value=2.5, label="Some"),
        ValueLabel(value="1", label="Text"),
    )
    variable = Variable(name="a", value_labels=labels)
    assert [localised(variable.text(value), GERMAN) for value in (1, 1.0, 2.5, "1", 3.5)] == [
        "1 One",
        "1 One",
        "2,5 Some",
        "1 Text",
        "3,5",
    ]
