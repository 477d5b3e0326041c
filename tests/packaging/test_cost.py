import cost
import dev
import pytest
from stages import SetUpError

FILES = {
    "sdcdesk/masking/__init__.py": "from sdcdesk.masking.turn import Turn\n",
    "sdcdesk/masking/turn.py": (
        '"""Turning."""\n\n'
        "from sdcdesk.kernels.angles import half\n"
        "from sdcdesk.kernels.sums import total\n\n\n"
        "class Turn:\n"
        '    """Turn values.\n\n    So.\n    """\n\n'
        '    name: str = "turn"  # for recipes\n'
        '    text = """Two\n\nlines."""\n'
    ),
    "sdcdesk/masking/other.py": (
        "from sdcdesk.kernels.sums import total\n\n\nclass Other:\n    name = 'other'\n"
    ),
    "sdcdesk/kernels/angles.py": (
        "from sdcdesk.kernels.degrees import FULL\n\n\ndef half():\n    return FULL / 2\n"
    ),
    "sdcdesk/kernels/degrees.py": "FULL = 360\n",
    "sdcdesk/kernels/sums.py": "total = sum\n",
    "ui/menu.py": 'ORDER = ("turn", "other")\nturn = 1\n',
    "tests/masking/test_turn.py": "from sdcdesk.masking import Turn\n\nassert Turn\n",
    "tests/test_both.py": "from sdcdesk.masking import Other, Turn\n",
    "tests/names.txt": "other figure\nturn figure\nturns\n",
}


@pytest.fixture
def root(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def as_text(files):
    return {path.as_posix(): value for path, value in files.items()}


def test_its_own_files_are_those_that_nothing_else_imports(root):
    found = cost.cost("turn", root)
    assert found.kind == "Turn"
    assert as_text(found.own) == {
        "sdcdesk/masking/turn.py": 7,
        "sdcdesk/kernels/angles.py": 3,
        "sdcdesk/kernels/degrees.py": 1,
    }


def test_its_tests_are_about_it_alone_and_lists_name_it(root):
    found = cost.cost("turn", root)
    assert as_text(found.tests) == {"tests/masking/test_turn.py": 2}
    assert as_text(found.named) == {
        "sdcdesk/masking/__init__.py": [1],
        "ui/menu.py": [1],
        "tests/test_both.py": [1],
        "tests/names.txt": [2],
    }


def test_it_is_told_in_lines(root):
    lines = cost.cost("turn", root).text().splitlines()
    assert lines[0] == "turn (Turn)"
    assert "Code: 11 code lines in 3 files" in lines
    assert "Tests: 2 code lines in 1 file" in lines
    assert "Named elsewhere: in 4 files" in lines
    assert "        ui/menu.py: 1" in lines


def test_a_name_that_is_none_is_told_with_one_that_is_close(root):
    with pytest.raises(SetUpError, match="no operation or format called turm; did you mean turn"):
        cost.cost("turm", root)
    with pytest.raises(SetUpError, match="there are other, turn"):
        cost.cost("x", root)


def test_every_kind_of_addition_has_a_cost(capsys):
    """Of a method, a measure and a format of the project; what is printed needs no environment."""
    assert dev.main(["cost", "rank_swapping", "suda", "parquet"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("rank_swapping (RankSwapping)")
    for file in ("masking/swapping/rank_swapping.py", "risk/suda/measure.py", "io/parquet/parquet_format.py"):
        assert f"  sdcdesk/{file}\n" in told
    assert "tests/contract/names_of_findings.txt" in told


def test_a_name_has_to_be_given(capsys):
    assert dev.main(["cost"]) == 2
    assert "Name an operation or format" in capsys.readouterr().err
