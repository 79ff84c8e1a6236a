"""How fast, side by side with peers. `python -m bench` runs every part."""
