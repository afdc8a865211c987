"""What bets, acts and choices are called in every language, so that each can be typed in any of them."""

from collections.abc import Callable, Sequence

from tapete.games import game
from tapete.i18n import everywhere, sentences
from tapete.law.sections import BankRulebook

Tongue = Callable[[str], Sequence[str]]  # what an id is called, in every language

# Acts of any table, as its page calls them.
ACTS = {"withdraw": "Take back", "undo": "Undo", "close": "No more bets", "last": "Announce the last rounds"}

# The same as people at a table say it, in any of the four languages.
SPOKEN = {
    "fold": ("me retiro", "no voy", "retírome", "non vou", "erretiratzen naiz", "ez noa"),
    "check": ("paso", "pasatzen dut"),
    "call": ("voy", "ir", "veo", "cubro", "igualo", "igualar", "vou", "cubro", "banoa", "ikusi", "see", "match"),
    "bet": ("apuesto", "apostar", "abro", "abrir", "aposto", "apustu", "apustu egin", "ireki"),
    "raise": ("subo", "igotzen dut"),
    "discard": ("descarto", "tiro", "cambio", "baztertzen dut"),
    "banco-again": ("suivi", "seguido", "banco suivi", "jarraitua"),
    "pass": ("paso la mano", "paso a man", "eskua pasatzen dut"),
    "withdraw": ("retiro", "quito", "quitar", "kendu", "kentzen dut", "take off", "take down"),
    "take": ("tomo", "tomo la banca", "tomo a banca", "hartzen dut", "banka hartzen dut"),
}
CHOSEN = {
    "carta": ("pido", "pido carta", "otra", "hit"),
    "no": ("no carta", "non carta", "kartarik ez", "no card"),
    "mostrar": ("enseño", "ensino", "erakusten dut"),
    "tirar": ("no enseño", "non ensino", "ez dut erakusten", "muck"),
}
# What is decided at tables besides staking, by choice or by a verb of the rulebook's, at whatever table.
DECISIONS = (
    *("plantarse", "pedir", "doblar", "separar", "retirarse", "asegurar", "a-la-par", "seguir", "no-seguir"),
    *("cortar", "rehusar", "mitad", "prision", "ir", "pasar", "dejar", "retirar", "retar", "descartar"),
    *("apostar", "una-vez", "dos-veces", "tres-veces", "mostrar", "tirar", "aceptar", "ceder-la-plaza"),
    *("carta", "no", "abatir", "dar", "consejo", "cuadro", "pagar", "hecha", "completas", "incompletas"),
)
# Amounts that need no figure: the most that is open, and the least.
MOST = ("all", "all in", "todo", "resto", "mi resto", "dena", "maximum", "máximo", "gehienekoa")
LEAST = ("minimum", "mínimo", "gutxienekoa")


def no_names(id: str) -> Sequence[str]:  # noqa: ARG001
    """Ids that have no names."""
    return ()


def bets(rules: BankRulebook) -> Tongue:
    """What the spots of a rulebook's bets are called.

    >>> from tapete.i18n import speaking
    >>> with speaking("eu"): bets(game("ruleta-francesa").rules("extremadura"))("pleno:17")[:2]
    ['Osoa 17', 'Pleno 17']
    """

    def names(spot: str) -> Sequence[str]:
        bet, _, on = spot.partition(":")
        name = getattr(rules.bets.get(bet), "name", bet)  # another place of a bet is called by a word: `raya`
        return [f"{said} {on}".strip() for said in everywhere(name)]

    return names


def choices(id: str) -> Sequence[str]:
    """What something to choose is called."""
    return [*everywhere(id), *CHOSEN.get(id, ())]


def acts(rules: BankRulebook) -> Tongue:
    """What may be done at a table, by its verb: as the game, any table or the rulebook calls it."""
    own = game(rules.game).verbs

    def names(do: str) -> Sequence[str]:
        templates = [str(own[do])] if do in own else []
        templates += [ACTS[do]] if do in ACTS else []
        return [*(said for text in (*templates, do) for said in sentences(text)), *everywhere(do), *SPOKEN.get(do, ())]

    return names
