"""What the release check says in words, and which scenario is shown."""
