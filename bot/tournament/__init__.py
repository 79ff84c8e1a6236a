"""Tournaments: the lobby as a kind of table, and the director between it and its tables."""
