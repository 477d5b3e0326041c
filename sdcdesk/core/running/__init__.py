"""Running of work: what it is given, how it goes on, is stopped, and what it fails with."""
