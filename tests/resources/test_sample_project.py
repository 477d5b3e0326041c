from resources.samples.project import FILE, project
from sdcdesk.document.project_file import load


def test_the_committed_project_is_the_one_that_the_script_makes() -> None:
    assert load(FILE) == project()
