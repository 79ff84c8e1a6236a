"""What is kept: one door to SQLite and PostgreSQL, and the statements that pass it."""
