"""The command line, a module for each group of commands: arguments in, messages out; the work is done elsewhere."""

from yili_kg.cli.app import app, main

__all__ = ["app", "main"]
