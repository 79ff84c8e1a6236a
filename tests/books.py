"""What the books of a dealer that has closed say."""

from __future__ import annotations

from pathlib import Path

from storage import ledger
from storage.db import open_database


async def audit(folder: Path) -> ledger.Audit:
    """What the books say when the dealer has closed."""
    db = await open_database(f"sqlite:///{folder}/croupier.db")
    try:
        return await ledger.audit(db)
    finally:
        await db.close()


async def held(folder: Path, prefix: str) -> dict[str, int]:
    db = await open_database(f"sqlite:///{folder}/croupier.db")
    try:
        return {key: n for key, n in (await ledger.balances(db, prefix)).items() if n}
    finally:
        await db.close()
