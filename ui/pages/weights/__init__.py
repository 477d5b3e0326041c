"""Editor of weight matrices."""
