import locked

LOCK = """\
# made by a program
numpy==2.4.6 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via pandas
pefile==2024.8.26 ; sys_platform == 'win32' \\
    --hash=sha256:cc
"""


def test_a_lock_file_is_read_with_its_hashes_and_markers():
    numpy, pefile = locked.read(LOCK)
    assert (numpy.name, numpy.version, numpy.hashes) == ("numpy", "2.4.6", ("sha256:aa", "sha256:bb"))
    assert pefile.marker == "sys_platform == 'win32'"
    assert pefile.is_for({"sys_platform": "win32"})
    assert not pefile.is_for({"sys_platform": "linux"})


def test_what_the_program_needs_is_locked_for_every_system():
    names = {
        system: {entry.name for entry in locked.runtime_requirements({"sys_platform": system})}
        for system in ("linux", "win32", "darwin")
    }
    for found in names.values():
        assert {"numpy", "pandas", "pyarrow", "pyside6-essentials", "scipy"} <= found
