"""The editor of weight matrices."""
