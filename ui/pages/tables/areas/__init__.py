"""Tab *By area*: which areas are too small for the tables that are published of them."""
