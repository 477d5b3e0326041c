"""The window: Qt on top of the engine, which knows nothing of it."""
