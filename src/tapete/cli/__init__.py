"""The `tapete` command."""


def main() -> None:
    """Runs the command line."""
