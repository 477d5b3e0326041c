"""Stage Tables: what published tables would give away, and how to prevent it."""
