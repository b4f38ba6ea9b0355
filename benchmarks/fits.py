"""What the benchmarks that fit a table have in common: without --write they measure, with it they fit on everything and write."""

from __future__ import annotations

import argparse

__all__ = ["to_be_written"]


def to_be_written(description: str | None, what: str) -> bool:
    """Whether the command line asks for --write, which is to write `what`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {what}")
    return bool(parser.parse_args().write)
