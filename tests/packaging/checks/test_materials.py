import pytest
from checks import materials
from checks.findings import Findings

BILL = {
    "components": [
        {"name": "numpy", "version": "2.4.6", "purl": "pkg:pypi/numpy@2.4.6"},
        {"name": "pyside6-essentials", "version": "6.10.3", "purl": "pkg:pypi/pyside6-essentials@6.10.3"},
        {"name": "libglib2.0-0", "version": "2:2.74~b", "purl": "pkg:deb/debian/libglib2.0-0@2:2.74~b"},
        {"name": "python", "version": "3.11.7", "purl": "pkg:generic/python@3.11.7"},
    ]
}


@pytest.fixture
def folder(tmp_path):
    for name in ("numpy-2.4.6", "pyside6_essentials-6.10.3", "sdcdesk-1.2.3"):
        (tmp_path / "_internal" / f"{name}.dist-info").mkdir(parents=True)
    for name in ("numpy-2.4.6", "pyside6-essentials-6.10.3", "libglib2.0-0-2_2.74_b", "python-3.11.7"):
        (tmp_path / "licences" / name).mkdir(parents=True)
        (tmp_path / "licences" / name / "LICENSE").touch()
    return tmp_path


def test_what_lies_there_is_listed_in_its_version(folder):
    listed = materials.parts(BILL)
    assert materials.packages(folder) <= listed
    (folder / "_internal" / "pandas-3.1.1.dist-info").mkdir()
    assert materials.packages(folder) - listed == {("pypi", "pandas", "3.1.1")}


def test_a_library_of_the_system_is_listed_by_its_package(folder, monkeypatch):
    (folder / "_internal" / "libglib-2.0.so.0").write_bytes(b"\x7fELF")
    (folder / "_internal" / "libgfortran.so.5").write_bytes(b"\x7fELF")  # of a wheel: in no package
    owners = {"libglib-2.0.so.0": "libglib2.0-0:amd64"}
    monkeypatch.setattr(materials, "debian_package", lambda name: owners.get(name, ""))
    monkeypatch.setattr(materials.sys, "platform", "linux")
    assert materials.libraries_unlisted(folder, materials.parts(BILL)) == []
    assert materials.libraries_unlisted(folder, set()) == ["libglib-2.0.so.0"]


def test_a_part_without_a_text_of_its_licence_is_named(folder):
    listed = materials.parts(BILL)
    assert materials.without_text(folder / "licences", listed) == []
    (folder / "licences" / "numpy-2.4.6" / "LICENSE").unlink()
    (folder / "licences" / "python-3.11.7" / "LICENSE").unlink()
    (folder / "licences" / "python-3.11.7").rmdir()
    assert materials.without_text(folder / "licences", listed) == ["numpy", "python"]


def test_what_is_lacking_does_not_hold(folder):
    (folder / "sbom.cdx.json").write_text('{"components": []}')
    found = Findings()
    materials.check_materials(folder, found)
    assert found.failed == ["all parts are among the 0 of the bill of materials"]
