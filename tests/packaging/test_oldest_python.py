import sys

import oldest_python
import pytest

OWN = sys.version_info[:3]


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """Put Pythons of these versions, by name, on a machine that has no others."""

    def put(**versions):
        for name in versions:
            (tmp_path / name.replace("_", ".")).touch()
        said = {str(tmp_path / name.replace("_", ".")): version for name, version in versions.items()}
        monkeypatch.setattr(oldest_python, "ask", lambda command: said.get(command[0], ""))
        monkeypatch.setattr(oldest_python, "PLACES", ())
        monkeypatch.setenv("PATH", str(tmp_path))
        return tmp_path

    return put


def test_the_oldest_that_is_new_enough_is_printed(machine, capsys):
    folder = machine(python3="3 99 1", python3_12="3 12 9", python3_11="3 11 0", python3_13="")
    assert oldest_python.main() == 0
    output = capsys.readouterr()
    assert output.out == f"{folder / 'python3.11'}\n"
    assert "3.11.0" in output.err


@pytest.mark.parametrize("others", [{}, {"python3": "3 10 2"}, {"python3": " ".join(map(str, OWN))}])
def test_where_there_is_no_other_one_nothing_is_printed_and_it_is_said(machine, capsys, others):
    machine(**others)
    assert oldest_python.main() == 0
    output = capsys.readouterr()
    assert output.out == ""
    assert "no other one is tried" in output.err
