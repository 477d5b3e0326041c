import re
import tomllib
from pathlib import Path

import lock
import pytest
from environment import Environment
from packaging.utils import canonicalize_name
from stages import SetUpError

from packaging.requirements import Requirement

ROOT = Path(lock.__file__).resolve().parents[1]
FOLDER = ROOT / "packaging" / "requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = ["3.11", "3.12", "3.13"]
LOCKS = ["runtime.txt", *lock.GROUPS.values()]
SYSTEMS = ["linux", "win32", "darwin"]


def locked(name):
    """Return the requirements of a lock file and the hashes of each, by canonical name."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    entries = {}
    for entry in re.sub(r"\\\n", " ", code).splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", entry.strip())
        parsed = Requirement(requirement)
        assert canonicalize_name(parsed.name) not in entries
        entries[canonicalize_name(parsed.name)] = (parsed, hashes)
    return entries


@pytest.fixture(scope="module", params=LOCKS)
def entries(request):
    return locked(request.param)


def test_every_requirement_has_one_version_and_hashes(entries):
    assert entries
    for requirement, hashes in entries.values():
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier))
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes)
        assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    "name", ["numpy", "scipy", "pandas", "pyarrow", "pydantic-core", "pyside6-essentials"]
)
def test_compiled_packages_have_hashes_for_several_platforms(entries, name):
    _, hashes = entries[name]
    assert len(hashes) >= len(SYSTEMS)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_does_not_say_where_packages_come_from(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        assert not re.match(r"\s*-(?!-hash=sha256:)", line), line
        assert not re.search(r"://|\bfile:|@ |find-links|index-url|\s/", line), line


@pytest.mark.parametrize("lock_file", lock.GROUPS.values())
def test_groups_include_exactly_the_runtime_versions(lock_file):
    group = locked(lock_file)
    for name, (requirement, hashes) in locked("runtime.txt").items():
        assert str(group[name][0]) == str(requirement)
        assert group[name][1] == hashes


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("name", "demanded"),
    [
        ("runtime.txt", PROJECT["project"]["dependencies"]),
        ("development.txt", PROJECT["dependency-groups"]["dev"]),
        ("development.txt", PROJECT["build-system"]["requires"]),
        ("build.txt", PROJECT["dependency-groups"]["build"]),
        ("build.txt", PROJECT["build-system"]["requires"]),
    ],
)
def test_lock_fulfils_what_the_project_demands_everywhere(name, demanded, system, python):
    entries = locked(name)
    place = {"python_version": python, "sys_platform": system, "platform_python_implementation": "CPython"}
    for text in demanded:
        wanted = Requirement(text)
        requirement, _ = entries[canonicalize_name(wanted.name)]
        (version,) = requirement.specifier
        assert wanted.specifier.contains(version.version), f"{text}: make the lock anew"
        assert requirement.marker is None or requirement.marker.evaluate(place)


def test_build_requirements_are_those_of_pyproject():
    assert lock.build_requirements(ROOT) == PROJECT["build-system"]["requires"]


def test_lock_without_uv_says_how_to_install_it(tmp_path):
    with pytest.raises(SetUpError, match="pip install uv"):
        lock.make_lock_files(Environment(tmp_path), [])
