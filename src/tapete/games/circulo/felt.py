"""What is done at a table of poker between players, in words."""

from tapete.errors import Said

VERBS = {
    "fold": Said("Give up the hand"),
    "check": Said("Pass"),
    "call": Said("Match the bet"),
    "bet": Said("Bet"),
    "raise": Said("Raise"),
    "rest": Said("Rest"),
    "return": Said("Come back"),
    "session": Said("Take what the session costs:"),
    "rule": Said("Rule on:"),
    "post": Said("Lay a stake before the cards"),
    "discard": Said("Throw cards away"),
}
