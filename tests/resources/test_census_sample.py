import pytest

from resources.samples.census import DATA, FILE, content, project
from sdcdesk.document.project_file import load
from sdcdesk.risk import LinkedTables


def test_the_committed_files_are_those_that_the_script_makes() -> None:
    assert DATA.read_text(encoding="utf-8") == content()
    assert load(FILE) == project()


def test_three_of_ten_are_at_risk() -> None:
    loaded = load(FILE)
    data = loaded.open_data(FILE)
    measures = (*loaded.measures, *loaded.scenarios[0].measures)
    measure = next(one for one in measures if isinstance(one, LinkedTables))
    assert measure.assess(data, data).value("risk") == pytest.approx(0.3)
