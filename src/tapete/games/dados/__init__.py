"""Dados or craps: two dice, a point, and bets that may last for many throws."""

from tapete.errors import Said

FAMILY = "dice"
AIM = Said("Two dice are thrown. You bet on the throw, or on whether a point is thrown again before a seven.")
NEXT, BEFORE_SEVEN = Said("{wins} in the next throw"), Said("{wins} before a 7")
POINT_FIRST = Said("more beside a bet that has its point: the point before a 7")
SEVEN_FIRST = Said("more beside a bet that has its point: a 7 before the point")
WINS = {
    "win": Said("{wins} in the first throw; any other number but {loses} is the point, and must come again before a 7"),
    "dont-win": Said("{wins} in the first throw, or a 7 before the point comes again; {null} is void"),
    "come": Said("as Win, begun with any later throw"),
    "dont-come": Said("as Don't Win, begun with any later throw"),
    **dict.fromkeys(("field", "under-7", "over-7", "juego-de-7", "juego-de-11"), NEXT),
    **dict.fromkeys(("any-craps", "craps-2", "craps-3", "craps-12", "horn"), NEXT),
    **dict.fromkeys(("big-6", "big-8"), BEFORE_SEVEN),
    "hard-ways": Said("the number with two equal dice, before a 7 and before it comes otherwise"),
    **dict.fromkeys(("asociada-win", "asociada-come"), POINT_FIRST),
    **dict.fromkeys(("asociada-dont-win", "asociada-dont-come"), SEVEN_FIRST),
    "right-bet": Said("the number you choose before a 7"),
    "wrong-bet": Said("a 7 before the number you choose"),
}
