"""The rules, the papers' matrices, and which steps a matrix does not fit."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea

from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Recoding, RecordSuppression, SimpleRandomSampling
from sdcdesk.risk import TRUTA_2004, TRUTA_2006
from ui.pages.weights.change_words import broken_text, cells_text, edit_text, push_text, pushes_text
from ui.pages.weights.misfit import misfit_words
from ui.pages.weights.paper_corrections import CORRECTIONS
from ui.release.matrix_commands import described, rules_text


def test_one_click_loads_a_printed_matrix(sampling) -> None:
    links = sampling.weights.rules.links
    assert [link.text() for link in links] == ["Load W1", "W2", "W3", "W4"]
    assert links[2].accessibleName() == "Load W3, Truta 2004"
    assert "W3, Truta 2004" in links[2].toolTip()
    QTest.mouseClick(links[2], Qt.MouseButton.LeftButton)
    assert sampling.weights.chosen == "W3, Truta 2004"
    assert sampling.undo == "Load W3, Truta 2004"
    count = len(sampling.project.weights)
    QTest.mouseClick(sampling.weights.rules.links[3], Qt.MouseButton.LeftButton)
    assert sampling.weights.chosen == "W4, Truta 2004"
    assert len(sampling.project.weights) == count, "it was there already"
    sampling.settle()
    sampling.session.undo()
    assert "W3, Truta 2004" not in sampling.project.weights
    sampling.settle()


@pytest.mark.parametrize(
    ("structure", "names"),
    [
        ("sampling", [f"W{n}, Truta 2004" for n in (1, 2, 3, 4)]),
        ("merging", [f"W{n}, Truta 2006" for n in (1, 2, 3)]),
        ("general", [f"W{n}, Truta 2004, both directions" for n in (1, 2, 3, 4)]),
    ],
)
def test_the_links_suit_the_structure(sampling, structure: str, names: list[str]) -> None:
    sampling.weights.rules.show_structure(structure)
    links = sampling.weights.rules.links
    assert [link.accessibleName() for link in links] == [f"Load {name}" for name in names]
    for link, name in zip(links, names, strict=True):
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert sampling.weights.chosen == name
        sampling.weights.rules.show_structure(structure)
    sampling.settle()


def test_a_preset_that_was_changed_no_longer_says_what_it_was(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return)
    assert sampling.matrix.note == sampling.matrix.title == ""
    sampling.settle()
    own = TRUTA_2004["W4"].changed(note="As decided in May", tail=1.0)
    assert described(own) is own, "the owner's words stay"


def test_the_help_explains_rules_printed_matrices_and_slips(sampling) -> None:
    sampling.weights.rules.help.click()
    panel = sampling.weights.help
    assert panel.isVisible()
    loads = [b for b in panel.findChildren(QPushButton) if b.text().startswith("Load")]
    assert len(loads) == len(TRUTA_2004) + len(TRUTA_2006)
    assert len(CORRECTIONS) == 8
    area = panel.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    panel.grab()
    loads[-1].click()
    assert sampling.weights.chosen == "W3, Truta 2006"
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    sampling.settle()


KEYS = ("Age", "Zip")
BANDS = Recoding(variable="Age", how="width", width=10.0)
SHORTER = Recoding(variable="Zip", how="prefix", keep=4)
OTHER = Recoding(variable="Race", how="prefix", keep=1)
SAMPLE = SimpleRandomSampling(percentage=80.0)


def test_the_steps_that_do_not_fit_are_named() -> None:
    recipe = Recipe(seed=1).then(OTHER).then(BANDS).then(SAMPLE).then(SHORTER)
    both = "Steps 2 and 4 merge groups; this matrix counts sampling only."
    assert misfit_words("sampling", recipe, KEYS) == both
    one = "Step 2 merges groups; this matrix counts sampling only."
    assert misfit_words("sampling", recipe.switched(3, on=False), KEYS) == one
    assert misfit_words("sampling", recipe, ("Sex",)) == ""
    leaves = "Step 3 leaves out records, so that groups shrink; this matrix counts merging only."
    assert misfit_words("merging", recipe, KEYS) == leaves
    several = recipe.then(RecordSuppression(k=2)).then(SAMPLE)
    assert misfit_words("merging", several, KEYS).startswith("Steps 3, 5 and 6 leave out records")
    assert misfit_words("general", recipe, KEYS) == ""


def test_changes_are_said_in_words() -> None:
    assert cells_text([(1, 1)]) == "1, 1"
    assert cells_text([(1, 1), (2, 2), (3, 3)]) == "1, 1; 2, 2 and 3, 3"
    assert cells_text([(i, i) for i in range(1, 16)]) == "1, 1; 2, 2; 3, 3 and 12 more"
    assert cells_text([(1, j) for j in range(1, 1504)]).endswith("1, 3 and 1,500 more")
    assert edit_text("W", 1, 2, 4, [(1, 1), (2, 2)]) == "Weight 1, 2 of W is 4; pushed 1, 1 and 2, 2"
    assert push_text(1, 4) == "Push 1 weight to 4"
    assert push_text(2, 4) == "Push both to 4"
    assert push_text(1200, 0.5) == "Push 1,200 weights to 0.5"
    assert pushes_text("4", 1) == "4 pushes 1 other weight."
    assert broken_text(7, 55) == "7 of 55 weights break a rule"
    assert broken_text(1, 1) == "1 of 1 weight breaks a rule"
    assert rules_text(1) == "breaks 1 rule"
