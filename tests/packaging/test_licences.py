from importlib.metadata import Distribution
from pathlib import Path

import licences
import pytest
from commit import Commit
from licences import Part
from locked import Locked
from stages import SetUpError

COMMIT = Commit("c" * 40, 1_700_000_000, "1.2.3")


def text(folder, name="LICENSE"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"terms of {folder.name}")
    return folder / name


def distribution(folder, *lines, files=()):
    """A distribution as it is installed, with its metadata and files."""
    described = folder / "thing-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.4", "Name: thing", "Version: 1.0", *lines])
    )
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (described / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    return Distribution.at(described)


def test_every_part_has_a_folder_with_its_texts_and_a_line_in_the_notice(tmp_path):
    parts = [
        Part("pypi", "numpy", "2.4.6", "BSD-3-Clause", (text(tmp_path / "numpy"), text(tmp_path / "blas"))),
        Part("pypi", "shiboken6", "6.10.3", "LGPL-3.0-only", (licences.NOTICES / "LGPL-3.txt",)),
        Part("deb", "libglib2.0-0", "2:2.74~b", "see its text", (text(tmp_path / "glib", "copyright"),)),
    ]
    licences.collect(COMMIT, parts, tmp_path / "licences")
    found = {
        path.relative_to(tmp_path / "licences").as_posix() for path in (tmp_path / "licences").rglob("*.*")
    }
    texts = {path.name for path in (tmp_path / "licences" / "numpy-2.4.6").iterdir()}
    assert texts == {"LICENSE", "blas-LICENSE"}, "texts of one name do not replace one another"
    assert "libglib2.0-0-2_2.74_b" in found
    notice = (tmp_path / "licences" / "NOTICE.txt").read_text(encoding="utf-8")
    for line in (
        "numpy 2.4.6: BSD-3-Clause",
        "libglib2.0-0 2:2.74~b: see its text",
        "Qt 6.10.3",
        COMMIT.name,
    ):
        assert line in notice


def test_what_the_lesser_licence_of_qt_asks_for_is_in_the_notice(tmp_path):
    part = Part("pypi", "shiboken6", "6.10.3", "LGPL-3.0-only", (licences.NOTICES / "LGPL-3.txt",))
    licences.collect(COMMIT, [part], tmp_path / "licences")
    notice = (tmp_path / "licences" / "NOTICE.txt").read_text(encoding="utf-8")
    for asked in ("Offer of source code", "You may replace them", "shared libraries", "three years"):
        assert asked in notice
    for name in ("LGPL-3.txt", "GPL-3.txt"):
        assert "GNU" in (tmp_path / "licences" / name).read_text(encoding="utf-8")


def test_a_part_without_a_text_of_its_licence_ends_the_build(tmp_path, monkeypatch):
    bare = Part("pypi", "thing", "1", "MIT", ())
    monkeypatch.setattr(licences, "_distributions", lambda _: [bare])
    monkeypatch.setattr(licences, "_system_libraries", lambda _: [])
    with pytest.raises(SetUpError, match="no licence text: thing"):
        licences.parts(tmp_path)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["License-Expression: MIT AND BSD-3-Clause", "License: long"], "MIT AND BSD-3-Clause"),
        (["License: long", "Classifier: License :: OSI Approved :: MIT License"], "MIT License"),
        (["License: BSD-2"], "BSD-2"),
        ([], "see its text"),
    ],
)
def test_a_licence_is_told_as_exactly_as_its_publisher_tells_it(tmp_path, lines, said):
    assert licences._licence(distribution(tmp_path, *lines)) == said


def test_texts_are_those_that_describe_a_distribution_not_those_that_it_brings(tmp_path):
    files = (
        "thing-1.0.dist-info/licenses/LICENSE",
        "thing-1.0.dist-info/licenses/third/terms.txt",
        "thing-1.0.dist-info/COPYING",
        "thing-1.0.dist-info/METADATA",
        "thing/licence_of_a_test.txt",
    )
    found = licences._texts(distribution(tmp_path, files=files))
    assert {Path(path).relative_to(tmp_path).as_posix() for path in found} == set(files[:3])


def test_what_was_compiled_into_a_distribution_is_a_part_and_its_own_list_lies_beside_the_licence(
    tmp_path, monkeypatch
):
    files = ("thing-1.0.dist-info/licenses/LICENSE", "thing-1.0.dist-info/sboms/thing.cyclonedx.json")
    owner = distribution(tmp_path, "License-Expression: Apache-2.0", files=(*files, "thing/__init__.py"))
    (tmp_path / "frozen" / "_internal" / "thing").mkdir(parents=True)
    monkeypatch.setattr(licences, "runtime_requirements", lambda: [Locked("thing", "1.0", ())])
    monkeypatch.setattr(licences, "distribution", lambda _: owner)
    monkeypatch.setattr(licences, "WITHIN", {"thing": (("reader", "MIT"),)})
    thing, reader = licences._distributions(tmp_path / "frozen")
    assert [text.name for text in thing.texts] == ["LICENSE", "thing.cyclonedx.json"]
    assert (reader.kind, reader.name, reader.version, reader.licence) == (
        *("generic", "reader", "in-thing-1.0", "MIT"),
    )
    assert reader.texts == thing.texts


def test_the_text_of_a_distribution_holds_the_licences_of_what_is_within_it():
    for owner, within in licences.WITHIN.items():
        texts = " ".join(
            path.read_text(encoding="utf-8") for path in licences._texts(licences.distribution(owner))
        )
        for name, licence in within:
            assert name in texts.lower()
            assert licence in texts


def test_only_what_was_frozen_is_a_part(tmp_path):
    owner = distribution(tmp_path, files=("thing/__init__.py", "single.py"))
    frozen = tmp_path / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    assert not licences._is_in(owner, frozen)
    (frozen / "_internal" / "single.pyc").touch()
    assert licences._is_in(owner, frozen)


def test_a_library_that_is_in_no_package_and_no_wheel_ends_the_build(tmp_path, monkeypatch):
    internal = tmp_path / "_internal"
    internal.mkdir()
    (internal / "libmine.so.1").write_bytes(b"\x7fELF")
    monkeypatch.setattr(licences, "debian_package", lambda _: "")
    with pytest.raises(SetUpError, match=r"libmine\.so\.1"):
        list(licences._system_libraries(tmp_path))


def test_a_library_of_a_wheel_belongs_to_its_wheel(tmp_path, monkeypatch):
    internal = tmp_path / "_internal"
    internal.mkdir()
    name = next(file.name for file in licences.distribution("numpy").files if ".libs" in str(file))
    (internal / name).write_bytes(b"\x7fELF")
    monkeypatch.setattr(licences, "debian_package", lambda _: "")
    assert list(licences._system_libraries(tmp_path)) == []
