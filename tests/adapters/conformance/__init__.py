"""Scenes that every adapter must be able to show: what works on one works on all."""
