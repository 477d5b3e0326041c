"""Variables page: roles and scales, and who stands out."""
