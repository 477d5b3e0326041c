"""Census uniqueness: how far each record differs from all others, in the whole file and in its area."""
