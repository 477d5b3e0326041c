import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import dev
import pytest
import stages
import system_packages
from environment import Environment
from packaging.specifiers import SpecifierSet

PACKAGING = Path(dev.__file__).parent
SCRIPTS = [
    "dev.py",
    "stages.py",
    "environment.py",
    "system_packages.py",
    "lock.py",
    "cost.py",
    "code_lines.py",
]


@pytest.fixture
def calls(monkeypatch):
    """Replaces the commands that dev.py would run in the open; their exit codes may be set."""
    recorded = Calls()
    monkeypatch.setattr(dev, "call", recorded)
    monkeypatch.setattr(dev, "set_up", lambda *_: recorded.lacking)
    return recorded


class Calls:
    def __init__(self):
        self.commands = []
        self.full = []
        self.settings = []
        self.codes = {}
        self.lacking = []
        self.effect = lambda: None

    @property
    def programs(self):
        return [[Path(program).name, *arguments] for program, *arguments in self.commands]

    def __call__(self, command, settings=None):
        self.commands.append(list(command[1:]))
        self.full.append(list(command))
        self.settings.append(settings or {})
        self.effect()
        return next((code for word, code in self.codes.items() if word in command), 0)


@pytest.fixture
def checkout(monkeypatch, tmp_path):
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    sample = tmp_path / dev.SAMPLE
    sample.parent.mkdir(parents=True)
    sample.touch()
    return tmp_path


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_new_enough_python_is_no_problem(version):
    assert dev.python_problem(version, "python3") == ""


@pytest.mark.parametrize("version", [(3, 8, 10), (3, 10, 14)])
def test_old_python_is_told_which_one_is_needed(version):
    problem = dev.python_problem(version, "/usr/bin/python3")
    assert "needs Python 3.11 or newer" in problem
    assert ".".join(map(str, version)) in problem
    assert "/usr/bin/python3" in problem


def test_oldest_python_is_that_of_the_project():
    project = tomllib.loads((PACKAGING.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    accepted = SpecifierSet(project["requires-python"])
    major, minor = dev.OLDEST_PYTHON
    assert f"{major}.{minor}" in accepted
    assert f"{major}.{minor - 1}" not in accepted


def test_old_python_ends_the_command_before_anything_is_set_up(monkeypatch, capsys, calls):
    monkeypatch.setattr(dev, "OLDEST_PYTHON", (99, 0))
    assert dev.main(["test"]) == 2
    assert "needs Python 99.0 or newer" in capsys.readouterr().err
    assert calls.commands == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_old_python_can_read_the_scripts(script):
    tree = ast.parse((PACKAGING / script).read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name
        for statement in tree.body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for name in ([statement.module] if isinstance(statement, ast.ImportFrom) else _names(statement))
    }
    own = {Path(name).stem for name in SCRIPTS}
    assert imported <= sys.stdlib_module_names | own
    assert "tomllib" not in imported


@pytest.mark.parametrize("script", ["build.py", "check.py"])
def test_what_makes_its_own_environment_starts_without_any_package(script):
    command = [sys.executable, "-S", str(PACKAGING / script), "--help"]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603


def _names(statement):
    return [alias.name.split(".")[0] for alias in statement.names]


def test_starts_from_any_folder(tmp_path):
    shown = subprocess.run(  # noqa: S603
        [sys.executable, str(PACKAGING / "dev.py"), "--help"], cwd=tmp_path, capture_output=True, check=True
    )
    assert b"check" in shown.stdout


@pytest.mark.usefixtures("checkout")
def test_without_window_in_the_checkout_runs_headless():
    assert "ui/app.py" in dev.reason_for_headless({"DISPLAY": ":0"}, [])


@pytest.mark.parametrize(
    ("platform", "settings", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_window_needs_a_display_on_linux_only(checkout, monkeypatch, platform, settings, shown):
    _add_window(checkout)
    monkeypatch.setattr(sys, "platform", platform)
    reason = dev.reason_for_headless(settings, [])
    assert reason == ("" if shown else "there is no display")


def test_missing_libraries_make_it_headless_and_name_the_command(checkout):
    _add_window(checkout)
    reason = dev.reason_for_headless({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ["libxcb-cursor0"])
    assert reason.endswith("--no-install-recommends libxcb-cursor0`")


def test_run_shows_the_sample_in_the_window(checkout, monkeypatch, calls):
    _add_window(checkout)
    monkeypatch.setenv("DISPLAY", ":0")
    calls.codes = {"ui.app": 4}
    assert dev.run(Environment(checkout)) == 4
    assert calls.commands == [["-m", "ui.app", dev.SAMPLE]]


@pytest.mark.usefixtures("calls")
def test_run_without_sample_says_so(checkout):
    (checkout / dev.SAMPLE).unlink()
    with pytest.raises(stages.SetUpError, match=r"billing_5000\.sdcdesk is missing"):
        dev.run(Environment(checkout))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "The safe file is"),
        (1, "unsafe under the project's thresholds"),
        (2, "could not be run (exit code 2)"),
        (3, "cancelled"),
    ],
)
def test_headless_run_tells_the_outcome_and_passes_the_code_on(checkout, calls, capsys, code, words):
    def write_results():
        (checkout / dev.SAFE_FILE).touch()
        (checkout / dev.FIGURES).touch()

    calls.codes = {"sdcdesk": code}
    calls.effect = write_results
    assert dev.run(Environment(checkout)) == code
    assert calls.commands == [
        ["-m", "sdcdesk", "run", dev.SAMPLE, "--out", dev.SAFE_FILE, "--json", dev.FIGURES]
    ]
    output = capsys.readouterr().err
    assert words in output
    assert (str(checkout / dev.FIGURES) in output) == (code in (0, 1))


def test_crash_is_not_taken_for_an_unsafe_result(checkout, calls, capsys):
    (checkout / dev.FIGURES).parent.mkdir()
    (checkout / dev.FIGURES).write_text("left over from an earlier run")
    calls.codes = {"sdcdesk": 1}
    assert dev.run(Environment(checkout)) == 1
    assert "could not be run" in capsys.readouterr().err
    assert not (checkout / dev.FIGURES).exists()


def test_tests_run_offscreen_with_the_arguments(calls):
    calls.codes = {"pytest": 5}
    assert dev.main(["test", "-k", "mdav", "tests/kernels", "--", "-x"]) == 5
    assert calls.commands == [["-m", "pytest", "-k", "mdav", "tests/kernels", "--", "-x"]]
    assert calls.settings == [{"QT_QPA_PLATFORM": "offscreen"}]


def test_the_whole_suite_runs_on_all_processors(calls):
    assert dev.main(["test"]) == 0
    assert calls.commands == [["-m", "pytest", "--numprocesses=auto", "--dist=worksteal"]]


def test_all_faults_are_tried_where_that_is_asked(calls):
    assert dev.main(["test", "--faults"]) == 0
    assert calls.commands == [
        ["-m", "pytest", "--numprocesses=auto", "--dist=worksteal", "--faults", "tests/faults"]
    ]


def test_tests_need_the_libraries_of_the_offscreen_window(calls, capsys):
    calls.lacking = ["libegl1", "libxcb-cursor0"]
    assert dev.main(["test"]) == 2
    assert system_packages.install_command(calls.lacking) in capsys.readouterr().err
    assert calls.commands == []


def test_tests_do_not_need_the_libraries_of_a_real_display(calls):
    calls.lacking = ["libxcb-cursor0"]
    assert dev.main(["test"]) == 0


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["linkage"], ["-m", "tests.bench", "linkage"]),
        (["turns", "Risk"], ["-m", "tests.bench.turns", "Risk"]),
    ],
)
def test_benchmarks_measure_work_or_the_window(calls, words, command):
    calls.codes = {command[1]: 1}
    assert dev.main(["benchmark", *words]) == 1
    assert calls.commands == [command]
    assert calls.settings == [{"QT_QPA_PLATFORM": "offscreen"}]


@pytest.mark.parametrize(("words", "code"), [([], 0), (["turns"], 2)])
def test_only_the_turns_of_the_window_need_its_libraries(calls, words, code):
    calls.lacking = ["libegl1"]
    assert dev.main(["benchmark", *words]) == code


@pytest.mark.parametrize("failing", [[], ["check"], ["mypy"], ["--check", "mypy"]])
def test_every_check_runs_even_after_a_failed_one(calls, failing):
    calls.codes = dict.fromkeys(failing, 1)
    assert dev.main(["check"]) == (1 if failing else 0)
    assert len(calls.commands) == 4


def test_the_template_of_translations_goes_to_dist_or_to_the_file_that_is_named(calls, tmp_path):
    assert dev.main(["messages"]) == 0
    assert dev.main(["messages", str(tmp_path / "texts.pot")]) == 0
    assert calls.programs == [["messages.py"], ["messages.py", str(tmp_path / "texts.pot")]]


def test_a_package_is_built_and_then_checked(calls):
    assert dev.main(["package", "deb"]) == 0
    assert calls.programs == [["build.py", "deb"], ["check.py", "deb"]]


def test_the_check_of_a_package_is_told_how_much_to_try(calls):
    assert dev.main(["package", "--twice", "deb", "--root", "/srv/debian", "archive"]) == 0
    build, check = calls.programs
    assert build == ["build.py", "deb", "archive"]
    assert check == ["check.py", "--twice", "--root", str(Path("/srv/debian").absolute()), "deb", "archive"]


def test_what_could_not_be_built_is_not_checked(calls):
    calls.codes = {str(PACKAGING / "build.py"): 2}
    assert dev.main(["package"]) == 2
    assert calls.programs == [["build.py"]]


@pytest.mark.parametrize(
    "arguments", [[], ["dance"], ["run", "now"], ["check", "ui"], ["messages", "a", "b"]]
)
def test_wrong_use_is_refused(calls, arguments):
    with pytest.raises(SystemExit) as ended:
        dev.main(arguments)
    assert ended.value.code == 2
    assert calls.commands == []


def test_another_environment_is_named_before_the_command(calls, checkout):
    assert dev.main(["--environment", "other", "test", "tests/packaging"]) == 0
    [[*_, tests]] = calls.programs
    assert tests == "tests/packaging"
    assert calls.full[0][0] == str(Environment(checkout, "other").python)


def test_stage_shows_its_output_only_when_it_fails(capsys):
    assert stages.run_stage("Greeting", [sys.executable, "-c", "print('hello')"])
    assert not stages.run_stage("Leaving", [sys.executable, "-c", "print('farewell'); raise SystemExit(3)"])
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "hello" not in shown.err
    assert "farewell" in shown.err
    assert shown.err.count("\n") == 3


def test_call_returns_the_exit_code_and_adds_the_settings():
    command = [sys.executable, "-c", "import os; raise SystemExit(int(os.environ['ANSWER']))"]
    assert stages.call(command, {"ANSWER": "42"}) == 42


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals like these")
def test_call_counts_a_killed_command_as_failed():
    assert stages.call([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]) == 128 + 9


def test_ask_says_nothing_for_a_command_that_fails_or_is_not_there(tmp_path):
    assert stages.ask([sys.executable, "-c", "print('heard'); raise SystemExit(1)"]) == ""
    assert stages.ask([str(tmp_path / "nowhere")]) == ""


def _add_window(checkout):
    (checkout / "ui").mkdir()
    (checkout / "ui" / "app.py").touch()
