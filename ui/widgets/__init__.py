"""Small widgets that several pages use, one a file."""
