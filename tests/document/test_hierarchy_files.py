from pathlib import Path

import pytest

from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.document.hierarchy_files import variable_of, with_hierarchy_files
from sdcdesk.document.project import Project

NAMES = ("age", "sex", "marital-status", "status")


def written(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("adult_hierarchy_age.csv", "age"),
        ("adult_hierarchy_marital-status.csv", "marital-status"),
        ("Status.csv", "status"),
        ("sex_hierarchy.csv", "sex"),
        ("income.csv", ""),
    ],
)
def test_files_are_named_after_their_variables(file: str, name: str) -> None:
    assert variable_of(Path(file), NAMES) == name


def test_each_variable_gets_its_hierarchy(project: Project, tmp_path: Path) -> None:
    age = written(tmp_path, "p_age.csv", "1;low;*", "2;low;*", "7;high;*")
    sex = written(tmp_path, "p_sex.csv", "f;*", "m;*")
    label, changed = with_hierarchy_files(project, [age, sex], NAMES)
    assert label == "Hierarchies of age and sex"
    assert [(one.name, one.height) for one in changed.hierarchies] == [("age", 2), ("sex", 1)]
    other = written(tmp_path, "q_age.csv", "1;a", "2;b")
    _, again = with_hierarchy_files(changed, [other], NAMES)
    assert [(one.name, one.height) for one in again.hierarchies] == [("age", 1), ("sex", 1)]


def test_a_file_that_belongs_to_none_or_to_two_is_refused(project: Project, tmp_path: Path) -> None:
    none = written(tmp_path, "income.csv", "1;*")
    with pytest.raises(ParameterError, match=r"income\.csv ends with no variable"):
        with_hierarchy_files(project, [none], NAMES)
    both = [written(tmp_path, name, "1;*") for name in ("a_age.csv", "b_age.csv")]
    with pytest.raises(ParameterError, match="both named after age"):
        with_hierarchy_files(project, both, NAMES)
    broken = written(tmp_path, "c_age.csv", "1;low;*", "2;low;other")
    with pytest.raises(ReadError):
        with_hierarchy_files(project, [broken], NAMES)
