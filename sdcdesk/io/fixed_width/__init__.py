"""Text in fixed columns, or divided by a sign, that a file of μ-ARGUS beside it describes."""
