"""What can go wrong, as one clear line for a person. Nothing else reaches a user."""


class TapeteError(Exception):
    """Bad input: the message says what is wrong and what would be right."""


class UnknownError(TapeteError):
    """A name that is not in a list: a region, a game, a bet, an option."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        from difflib import get_close_matches

        close = get_close_matches(name, known, n=3, cutoff=0.6)
        shown = close or known[:40]
        hint = "did you mean" if close else "there are"
        super().__init__(f"unknown {what} '{name}': {hint} {', '.join(shown) or 'none'}")


class IllegalAction(TapeteError):
    """An act the law or the table does not allow now. The round stays as it was."""

    def __init__(self, reason: str, article: str = "") -> None:
        self.reason = reason
        self.article = article
        super().__init__(f"{reason} (art. {article})" if article else reason)
