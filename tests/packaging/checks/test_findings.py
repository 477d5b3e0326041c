from checks.findings import Findings


def test_what_could_not_be_looked_at_neither_holds_nor_fails(capsys):
    found = Findings()
    found.add("size", "3 MB")
    found.pass_over("sockets", "strace is not installed")
    assert found.failed == []
    assert found.summary() == "Everything that was looked at holds. Not looked at: sockets."
    assert "sockets: not looked at, strace is not installed" in capsys.readouterr().err


def test_what_does_not_hold_is_named_at_the_end():
    found = Findings()
    found.add("size", holds=False)
    found.add("hashes", holds=True)
    assert found.summary() == "Failed: size."
