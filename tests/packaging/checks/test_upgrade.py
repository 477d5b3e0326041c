from checks.upgrade import KEPT, lost_settings


def test_a_setting_that_is_gone_or_changed_is_lost():
    assert lost_settings(KEPT, KEPT) == []
    assert lost_settings(KEPT, KEPT.replace("scheme=dark", "scheme=light")) == ["scheme=dark"]
    assert lost_settings(KEPT, "") == [
        line for line in KEPT.splitlines() if "=" in line and "size" not in line
    ]


def test_recent_projects_may_move_down_their_list():
    moved = KEPT.replace("1\\path", "2\\path").replace("1\\opened", "2\\opened").replace("size=1", "size=2")
    assert lost_settings(KEPT, moved) == []
