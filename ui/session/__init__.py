"""Session: the one thing that changes, its jobs and its history; opening, saving and settings."""
