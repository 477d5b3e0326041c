from ui.widgets.widest_text import MANY, widest_text


def test_the_widest_text_is_not_the_one_of_most_letters() -> None:
    assert widest_text(["WWWW", "iiiii"]) == widest_text(["WWWW"]) > widest_text(["iiiii"])
    assert widest_text(()) == 0


def test_of_many_texts_the_widest_is_among_the_longest() -> None:
    names = [f"answer {number}" for number in range(10 * MANY)]
    assert widest_text([*names, "a question of many words"]) == widest_text(["a question of many words"])
