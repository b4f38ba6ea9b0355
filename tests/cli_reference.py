"""The reference of the command line, made from the commands themselves: python -m tests.cli_reference > docs/cli.md"""

from __future__ import annotations

import inspect

import typer

from yili_kg.cli import app

__all__ = ["reference"]


def reference() -> str:
    """The page `docs/cli.md`."""
    lines = ["# Command line", "", "Exit codes: 0 done, 1 done in part, 2 not done.", ""]
    group = typer.main.get_command(app)
    for name, command in sorted(group.commands.items()):  # type: ignore[attr-defined]
        if command.hidden:
            continue
        lines += [f"## yili-kg {name}", "", inspect.cleandoc(command.help or ""), ""]
        for param in command.params:
            if param.name == "help":
                continue
            names = (
                ", ".join(f"`{o}`" for o in param.opts)
                if param.param_type_name == "option"
                else f"`{param.name.upper()}`"
            )
            lines.append(f"- {names}: {getattr(param, 'help', '') or ''}")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(reference(), end="")
