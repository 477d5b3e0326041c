import pytest


@pytest.fixture
def computing() -> None:
    """Sessions are tested here: they really compute."""
