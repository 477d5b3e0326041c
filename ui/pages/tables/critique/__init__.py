"""Tab *Critique of the rules*: constructed cells, and what rules say of the cells of a table."""
