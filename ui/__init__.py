"""Window: Qt on top of the engine, which knows nothing of it."""
