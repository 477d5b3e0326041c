from pathlib import Path

import macos_image

PLACES = (Path("w/SDCDesk.app"), Path("w"), Path("o/sdcdesk.dmg"))


def steps(**settings):
    return [
        command[0] if command[0] != "xcrun" else command[1]
        for command in macos_image.commands(*PLACES, settings)
    ]


def test_without_a_certificate_nothing_is_signed():
    assert steps() == ["hdiutil"]


def test_the_application_is_signed_before_it_is_packed_and_the_image_after():
    assert steps(SDCDESK_IDENTITY="Developer ID") == ["codesign", "hdiutil", "codesign"]


def test_it_is_notarised_where_a_profile_is_given_too():
    done = steps(SDCDESK_IDENTITY="Developer ID", SDCDESK_NOTARY="profile")
    assert done == ["codesign", "hdiutil", "codesign", "notarytool", "stapler"]
    assert steps(SDCDESK_NOTARY="profile") == ["hdiutil"]
