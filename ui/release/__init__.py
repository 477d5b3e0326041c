"""What the release check says in words, which scenario is shown, and what edits scenarios and matrices."""
