"""`python -m tapete` is the `tapete` command."""

from tapete.cli import main

if __name__ == "__main__":
    main()
