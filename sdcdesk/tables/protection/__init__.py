"""Protection: what is published in the place of a table that would disclose."""
