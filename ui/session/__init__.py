"""The one thing that changes: the session, its jobs and its history; opening, saving and settings."""
