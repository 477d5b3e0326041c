import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import parameter
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import DataError, ParameterError, ProjectError, WriteError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import digest_at, is_at, load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import FORMATS, FileOptions, ReadOptions, read_file, write
from sdcdesk.masking import METHODS, Recoding
from sdcdesk.risk import AttackerRisks, DeltaPresence, KMap, WeightMatrix

ACCEPTED = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.1)


@pytest.fixture
def data_file(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "people.csv"
    path.parent.mkdir()
    path.write_text("age,sex,zip\n31,F,0012\n32,M,0012\n31,F,0013\n", encoding="utf-8")
    return path


@pytest.fixture
def project_file(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "people.sdcdesk"


@pytest.fixture
def project(data_file: Path, project_file: Path) -> Project:
    project_file.parent.mkdir()
    return Project(
        title="People",
        data=DataReference.to(data_file, project_file, ReadOptions()),
        variables=[{"name": "age", "role": "key", "scale": "continuous"}, {"name": "sex", "role": "key"}],
        weights={"pairs": WeightMatrix.k_anonymity(3)},
        scenarios=[Scenario(name="Neighbour", weights="pairs", limits=[ACCEPTED])],
        recipe=Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0)),
    )


def test_a_project_is_saved_and_loaded(project: Project, project_file: Path) -> None:
    project.save(project_file)
    assert load(project_file) == project
    assert project_file.read_text(encoding="utf-8").startswith('{\n  "format": 14,')
    assert json.loads(project_file.read_text(encoding="utf-8"))["data"]["path"] == "../data/people.csv"


def test_both_files_can_move_together(project: Project, project_file: Path, tmp_path: Path) -> None:
    project.save(project_file)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    project_file.parent.rename(elsewhere / "projects")
    (tmp_path / "data").rename(elsewhere / "data")
    moved = elsewhere / "projects" / "people.sdcdesk"
    assert len(load(moved).open_data(moved)) == 3


def test_the_data_are_described_as_the_project_says(project: Project, project_file: Path) -> None:
    data = project.open_data(project_file)
    assert data.variable("age").role == "key"
    assert data.column("zip").tolist() == ["0012", "0012", "0013"]


def test_changed_data_are_reported_before_anything_else(
    project: Project, project_file: Path, data_file: Path
) -> None:
    data_file.write_text("age,sex,zip\n31,F,0012\n32,M,0012\n31,F,0014\n", encoding="utf-8")
    with pytest.raises(ProjectError, match="has changed since the project was saved"):
        project.open_data(project_file)
    assert len(project.open_data(project_file, data_file)) == 3, "named on purpose, it is used"


def test_missing_data_are_reported(project: Project, project_file: Path, data_file: Path) -> None:
    data_file.unlink()
    with pytest.raises(ProjectError, match="is not there"):
        project.open_data(project_file)


def test_a_data_file_whose_name_no_system_takes_is_missing(project: Project, project_file: Path) -> None:
    strange = project.changed(data=project.data.changed(path="x" * 5000))
    with pytest.raises(ProjectError, match="is not there"):
        strange.open_data(project_file)


def test_all_described_variables_that_are_absent_are_named(
    project: Project, project_file: Path, data_file: Path
) -> None:
    data_file.write_text("years,zip\n1,2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"people\.csv has no columns age, sex; it has years, zip\."):
        project.open_data(project_file, data_file)


def test_all_variables_that_scenarios_and_steps_need_are_named(
    project: Project, project_file: Path, data_file: Path
) -> None:
    data_file.write_text("years,zip\n1,2\n", encoding="utf-8")
    named = project.scenarios[0].changed(keys=("sex",))
    undescribed = project.changed(variables=(), scenarios=(named,))
    sentence = r"age is used by step 1; sex is a key of scenario Neighbour"
    with pytest.raises(ProjectError, match=sentence):
        undescribed.open_data(project_file, data_file)


def test_described_missing_codes_take_part_in_the_reading(
    project: Project, project_file: Path, data_file: Path
) -> None:
    data_file.write_text("age,sex\n31,F\n.,M\n33,F\n", encoding="utf-8")
    described = project.changed(
        variables=({"name": "age", "scale": "continuous", "missing": (".",)}, {"name": "sex"})
    )
    assert described.open_data(project_file, data_file).missing("age").tolist() == [False, True, False]


def test_a_scenario_needs_its_matrix(project: Project) -> None:
    with pytest.raises(Exception, match=r"weight matrix other, which the project does not hold"):
        project.changed(scenarios=(Scenario(name="A", weights="other"),))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "damaged at line 1"),
        ('{"format": 1, "title"', "damaged at line 1"),
        ("[1, 2]", "is not a project"),
        ("{}", "does not say its format"),
        ('{"format": "1"}', "does not say its format"),
        ('{"format": 99}', r"newer SDCDesk \(format 99"),
        ('{"format": 1}', "data: a value must be given"),
        ('{"format": 3}', "data: a value must be given"),
        ('{"format": 14, "data": 3}', "data: must be written as names and values"),
        ("\x00\x01\x02", "damaged|not a project"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": 1, "title": ' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
        ('{"format": ' + "9" * 5000 + "}", "a number that is too long"),
        ('{"format": 14, "title": "\\ud800"}', "half sign"),
    ],
)
def test_damaged_projects_are_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "bad.sdcdesk"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProjectError, match=sentence) as caught:
        load(path)
    assert caught.value.message.startswith("bad.sdcdesk")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("title",), 3),
        (("variables",), {"name": "age"}),
        (("variables", 0, "role"), "boss"),
        (("recipe", "seed"), "one"),
        (("recipe", "steps", 0, "method", "parameters", "width"), "ten"),
        (("recipe", "steps", 0, "on"), "yes"),
        (("scenarios", 0, "limits", 0, "value"), 7),
        (("scenarios", 0, "limits", 0, "side"), "about"),
        (("scenarios", 0, "limits"), {"dr_weighted": 0.1}),
        (("scenarios", 0, "measures"), [{"name": "magic"}]),
        (("weights", "pairs", "tail"), 2),
        (("data", "sha256"), "abc"),
        (("data", "options", "format"), None),
        (("data", "options", "format"), ["csv"]),
        (("surprise",), 1),
    ],
)
def test_wrong_types_are_refused_and_nothing_is_changed(
    project: Project, project_file: Path, place: tuple[str | int, ...], value: object
) -> None:
    raw = project.model_dump(mode="json")
    target = raw
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    text = json.dumps(raw)
    project_file.write_text(text, encoding="utf-8")
    with pytest.raises(ProjectError, match=r"people\.sdcdesk: .*\."):
        load(project_file)
    assert project_file.read_text(encoding="utf-8") == text


def test_missing_and_undecodable_projects_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="does not exist"):
        load(tmp_path / "none.sdcdesk")
    (tmp_path / "bad.sdcdesk").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ProjectError, match="not text"):
        load(tmp_path / "bad.sdcdesk")


def test_a_full_disk_leaves_the_old_project(
    project: Project, project_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.save(project_file)
    before = project_file.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(WriteError, match=r"no room"):
        project.changed(title="Other").save(project_file)
    assert project_file.read_bytes() == before
    assert [path.name for path in project_file.parent.iterdir()] == ["people.sdcdesk"], (
        "no temporary file stays"
    )


def test_a_file_that_changes_before_it_is_read_has_changed(
    project: Project, project_file: Path, data_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same size, and after it was looked for."""
    content = data_file.read_bytes()
    look_for = DataReference.check_file

    def changed(self: DataReference, path: Path) -> None:
        look_for(self, path)
        path.write_bytes(content.replace(b"31", b"39"))

    monkeypatch.setattr(DataReference, "check_file", changed)
    with pytest.raises(ProjectError, match="has changed since"):
        project.open_data(project_file)


def test_a_project_refers_to_the_data_that_were_read(
    project: Project, project_file: Path, data_file: Path
) -> None:
    assert project.read_data(project_file)[1] is project
    other = data_file.with_name("next year.csv")
    other.write_bytes(data_file.read_bytes() + b"35,F,0014\n")
    data, following = project.read_data(project_file, other)
    assert len(data) == 4
    assert following.data == DataReference.to(other, project_file, following.data.options)
    assert following.data.path == "../data/next year.csv"
    assert following.changed(data=project.data) == project


def test_the_digest_tells_a_project_from_what_another_program_wrote(
    project: Project, project_file: Path
) -> None:
    assert digest_at(project_file) == ""
    project.save(project_file)
    assert digest_at(project_file) == project.digest != project.changed(title="Other").digest
    assert is_at(project_file, project.digest)
    project_file.write_text(json.dumps(json.loads(project_file.read_text())))
    assert digest_at(project_file) == project.digest, "it is the same project"
    assert is_at(project_file, project.digest)
    project.changed(title="Other").save(project_file)
    assert not is_at(project_file, project.digest)
    project_file.write_text("{}")
    assert digest_at(project_file) not in ("", project.digest)
    assert not is_at(project_file, project.digest)


ENDINGS = [form.extensions[0] for form in FORMATS.writable]


@pytest.mark.parametrize("own", ENDINGS)
def test_other_data_are_read_by_their_own_kind(
    project: Project, project_file: Path, data_file: Path, own: str
) -> None:
    """Whatever format the project's own file has; missing codes hold for any."""
    data, _ = project.read_data(project_file)
    files = {ending: data_file.with_name(f"other{ending}") for ending in ENDINGS}
    for file in files.values():
        write(data, file)
    options = FileOptions(missing=(31,))
    found = read_file(files[own], options, variables=project.variables)
    referring = project.referring_to(found, files[own], project_file)
    for file in files.values():
        other, following = referring.read_data(project_file, file)
        assert following.data.options.format == FORMATS.find(file).name
        assert following.data.options.missing == (31,)
        assert other.frame.equals(data.frame)
    assert referring.data.reading(data_file.with_name("other.raw")) == referring.data.options


class Compared(Recoding):
    """A step that names another data file."""

    name = "compared"
    title = "Compared"
    other: InputFile = parameter(..., "Other file", "Another data file.")


@pytest.fixture
def compared() -> Iterator[type[Compared]]:
    METHODS.register(Compared)
    yield Compared
    METHODS.remove("compared")


def test_other_data_files_move_with_the_project(
    project: Project, project_file: Path, tmp_path: Path, compared: type[Compared]
) -> None:
    other = project_file.parent / "other" / "population.csv"
    step = compared(variable="age", how="width", width=10.0, other=InputFile(path=other.as_posix()))
    project = project.changed(recipe=project.recipe.then(step))
    project.save(project_file)
    assert '"path": "other/population.csv"' in project_file.read_text(encoding="utf-8")
    assert load(project_file) == project
    assert digest_at(project_file) == project.digest
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / project_file.name).write_bytes(project_file.read_bytes())
    found = load(moved / project_file.name).recipe.steps[-1].method
    assert isinstance(found, Compared)
    assert found.other.path == (moved / "other" / "population.csv").as_posix()


@pytest.mark.parametrize("of_scenario", [True, False])
@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (KMap, {"population": "p.csv", "holds": "counts"}),
        (DeltaPresence, {"population": "p.csv"}),
        (AttackerRisks, {"population": "file", "population_file": "p.csv"}),
    ],
)
def test_measures_that_name_data_files_are_saved_and_loaded(
    project: Project, project_file: Path, kind: type[Measure], given: dict[str, Any], *, of_scenario: bool
) -> None:
    scenario = project.scenarios[0] if of_scenario else None
    project = with_measure(project, scenario, kind(**given))
    project = project.with_input_files(lambda file: file.resolved_from(project_file.parent))
    project.save(project_file)
    assert load(project_file) == project
    assert load(project_file).input_files[0].path == (project_file.parent / "p.csv").as_posix()


def test_every_measure_that_names_a_data_file_is_tried() -> None:
    naming = {kind for kind in MEASURES if any("InputFile" in str(f) for f in kind.model_fields.values())}
    assert naming == {KMap, DeltaPresence, AttackerRisks}


def test_results_belong_to_what_other_files_held_when_the_project_was_read(
    project: Project, project_file: Path
) -> None:
    """A file that is named without its hash may hold anything later."""
    other = project_file.with_name("p.csv")
    other.write_text("age,sex\n31,F\n", encoding="utf-8")
    sha256 = hashlib.sha256(other.read_bytes()).hexdigest()
    with_measure(project, project.scenarios[0], KMap(population=other.as_posix())).save(project_file)
    loaded = load(project_file)
    for used in (loaded.read_data(project_file)[1], Opened.from_project(project_file).project):
        assert [file.sha256 for file in used.input_files] == [sha256]
        assert used.pinned() is used
    assert Opened.from_project(project_file).saved
    other.unlink()
    assert loaded.read_data(project_file)[1] == loaded, "it is missed where it is read"


def test_another_file_is_not_called_a_damaged_project(tmp_path: Path) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("age,sex\n31,F\n", encoding="utf-8")
    with pytest.raises(ProjectError, match=r"^survey.csv is no project, whose name ends in .sdcdesk; choose"):
        load(path)


def test_a_change_keeps_the_descriptions_that_it_has_and_checks_new_ones(data_file: Path) -> None:
    project = Opened.from_data(data_file, ReadOptions()).project
    assert project.changed(title="People").variables is project.variables
    age = project.variables[0]
    assert project.changed(variables=[age, {"name": "sex"}]).variables == (age, Variable(name="sex"))
    for wrong in ({"name": ""}, {"name": "a", "label": "\ud800"}, 3, WeightMatrix.maximal(), None):
        with pytest.raises(ParameterError):
            project.changed(variables=(age, wrong))
    with pytest.raises(ParameterError):
        project.changed(variables=age)


def test_another_data_file_is_read_whole_and_in_its_own_format(project: Project, project_file: Path) -> None:
    sampled = project.changed(data=project.data.changed(options=project.data.options.changed(sample=5)))
    assert sampled.data_source(project_file) == (sampled.data.located(project_file), sampled.data.options)
    there, options = sampled.data_source(project_file, project_file.with_name("next.parquet"))
    assert (there.name, options.format, options.sample) == ("next.parquet", "parquet", None)
