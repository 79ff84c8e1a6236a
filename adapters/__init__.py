"""The doors: for each platform the Chat port and the intake of events; nothing of rules or SQL."""
