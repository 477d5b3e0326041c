"""Text that people read: sentences with named holes, and numbers as a reader of one language writes them."""
