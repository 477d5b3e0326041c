"""Results: findings of figures, tables and plots, limits on them, and who may read what."""
