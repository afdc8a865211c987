"""What each game is about, in two sentences for somebody who has never seen it; everything else a rulebook says."""

from tapete.errors import Said

AIMS = {
    "ruleta": Said(
        "A ball falls into one of the wheel's numbers. You bet on where: on a number, on several together, on a colour."
    ),
    "bola": Said("A ball comes to rest in one of nine numbers. You bet on a number or on half of them."),
    "fortuna": Said("A big wheel stops at one of its symbols. You bet on which; the rarer it is, the more it pays."),
    "dados": Said("Two dice are thrown. You bet on the throw, or on whether a point is thrown again before a seven."),
    "banca_francesa": Said("Three dice are thrown until they show big, small or aces. You bet on which of the three."),
    "treinta_cuarenta": Said(
        "Two rows of cards are dealt until each passes thirty. You bet on a row or on the colour it begins with."
    ),
    "monte": Said(
        "Four cards lie face up and others are drawn until one matches. You bet on which of them comes first."
    ),
    "reto": Said("You get a card and the croupier gets one. The higher wins; if they are equal you may go on."),
    "blackjack": Said(
        "You ask for cards to come nearer to 21 than the bank, without passing it. The bank draws by a fixed rule."
    ),
    "punto_banca": Said(
        "Two hands are dealt, punto and banca, by fixed rules. You bet on which comes nearer to nine, or that they tie."
    ),
    "poker_sin_descarte": Said(
        "You get five cards against the bank's five, one of which lies open. You stake twice as much again or give up."
    ),
    "poker_con_descarte": Said(
        "You get five cards against the bank's, raise or give up, and may change some of them for others."
    ),
    "trijoker": Said(
        "You get three cards, and two more are for everybody. Of three equal stakes you may take two back."
    ),
    "pai_gow": Said("You part seven cards into a hand of five and one of two. Both must beat the bank's two hands."),
    "tripoker": Said("You get three cards against the bank's three. You go on with a second stake or give up."),
    "texas": Said(
        "You get two cards and the bank two; five lie open for both. As they are turned you stake more or give up."
    ),
    "cuatro_cartas": Said("You make your best four cards of five against the bank's best four of six."),
    "circulo": Said("Poker among yourselves: you bet that your hand is the best, or that nobody dares to see it."),
    "chemin_de_fer": Said(
        "Baccarat among yourselves: one of you is the bank and the others bet against it. The hand nearer to nine wins."
    ),
    "bacara_dos_panos": Said(
        "Baccarat among yourselves: one of you is the bank and plays against two cloths at once. Nearer to nine wins."
    ),
    "bingo": Said("Numbers are drawn from a drum. The first card with a full line, and the first full card, win."),
    "loteria": Said("You choose or buy numbers, and a draw decides which of them win."),
    "papeletas": Said("You buy tickets, and a draw or the ticket itself says whether it wins."),
}
