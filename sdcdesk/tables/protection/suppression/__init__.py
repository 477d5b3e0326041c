"""Cell suppression: sensitive cells are hidden, and others with them, so that sums tell nothing."""
