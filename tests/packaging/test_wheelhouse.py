import locked
import wheelhouse


def test_a_list_of_requirements_is_what_the_lock_file_says():
    entries = wheelhouse.every_requirement()
    assert locked.read(wheelhouse.requirements(entries).replace(" --hash", " \\\n    --hash")) == entries


def test_each_kind_of_machine_gets_all_that_the_program_needs():
    assert {system.markers["sys_platform"] for system in wheelhouse.SYSTEMS} == {"linux", "win32", "darwin"}
    for system in wheelhouse.SYSTEMS:
        assert len(locked.runtime_requirements(system.markers)) > 10


def test_the_one_command_fetches_nothing_and_compares_hashes():
    words = wheelhouse.INSTALL.split()
    assert {"--no-index", "--require-hashes"} <= set(words)
