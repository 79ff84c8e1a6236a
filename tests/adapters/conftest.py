"""Says so loudly where the page cannot be tried in a browser."""

from __future__ import annotations

import pytest

from tests.adapters.browser import CHROMIUM, MISSING


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if CHROMIUM is None:
        terminalreporter.write_sep("!", MISSING, red=True, bold=True)
