"""Matrix masking: records and variables are mixed by matrices, given or random and orthogonal."""
