import os
from pathlib import Path

import pytest
from hypothesis import settings

# Windows of tests are drawn, but not shown on the screen of whoever runs them.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A busy machine is no reason to fail: time is measured in tests/bench alone.
settings.register_profile("sdcdesk", deadline=None)
settings.load_profile("sdcdesk")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of real files beside the checkout; tests that need it skip where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real files of ../shared/data are not here")
    return folder
