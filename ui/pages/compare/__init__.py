"""Stage Compare: alternatives for the same file, by what they cost and how safe they are."""
