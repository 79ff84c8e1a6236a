"""Tests mirror the source: tests/games, tests/storage, tests/bot, tests/adapters."""
