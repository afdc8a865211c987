"""Names are what they look like: letters of one alphabet, no role's name, and no two that the eye confuses.

The letters are those of PRECIS's identifiers (RFC 8264) in three alphabets; `skeleton` is after UTS 39, and stricter.
"""

import functools
import unicodedata

from tapete.errors import TapeteError

LONGEST = 32
ROBOT = "robot#"  # how the names of those begin who make a game up at a practice table
# Blocks of letters that people's names are written in; phonetic signs, small capitals and the like are not among them.
ALPHABETS: dict[str, tuple[range, ...]] = {
    "Latin": (
        range(0x41, 0x5B),
        range(0x61, 0x7B),
        range(0xC0, 0x180),
        range(0x218, 0x21C),
        range(0x1E00, 0x1F00),
    ),
    "Greek": (range(0x370, 0x400), range(0x1F00, 0x2000)),
    "Cyrillic": (range(0x400, 0x482), range(0x48A, 0x530)),
}
BETWEEN = "-_.'·"
# What tells nobody apart: capitals first, since a letter's two cases need not look alike, and so what Unicode takes for
# another letter than the eye does.
CAPITALS = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ" + "АВЕЗЅІЈКМНОРСТУХ" + "Ѵϲ",
    "abezhikmnoptyxc" + "abe3sijkmhopctyx" + "vc",
)
LETTERS = str.maketrans(
    "αβγεηικνορστυχωϳ" + "абвгеѕіјкмнопрстухьһѵԁԛԝ" + "зӏүґєөҫԍ" + "ѳѡҽҝҟғԑҁϸ" + "øłđħŧðþŋıȷĸ" + "01i5",
    "abyenlkvopotuxwj" + "a6bresljkmhonpctyxbhvdqw" + "3lyreocg" + "owekkrecp" + "oldhtdpnljk" + "olls",
)
PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("ӕ", "ae"), ("œ", "oe"))
UNTOLD = "\u02bc\u02be"  # apostrophes and half rings that letters are taken apart into
# What the house calls its own, in the languages it speaks.
ROLE_NAMES = (
    *("director", "directora", "inspector", "inspectora", "croupier", "crupier", "player", "jugador", "jugadora"),
    *("regulator", "regulador", "reguladora", "xogador", "xogadora", "zuzendari", "zuzendaria", "ikuskatzaile"),
    *("ikuskatzailea", "krupier", "krupierra", "jokalari", "jokalaria", "erregulatzaile", "erregulatzailea"),
    *("watcher", "chance", "azar", "script", "cage", "caja", "caixa", "kutxa", "bank", "banca", "house", "casa"),
    *("casino", "tapete", "admin", "books", "libros"),
    *("automatic", "automatico", "practice", "nobody", "everybody", "staff", "espectador", "espectadora", "robot"),
    *("arautzaile", "arautzailea", "ikuslea", "visita", "visitante", "visitor", "bisitari", "bisitaria"),
    # And its posts.
    *("jefe", "jefa", "jefe-de-mesa", "jefa-de-mesa", "table-chief", "xefe", "xefa", "xefe-de-mesa", "xefa-de-mesa"),
    *("mahaiburu", "mahaiburua", "jefe-de-sector", "jefa-de-sector", "chief-of-sector", "xefe-de-sector"),
    *("xefa-de-sector", "sektoreburu", "sektoreburua", "cambista", "changer", "truke-egilea", "auxiliar", "assistant"),
    *("laguntzaile", "laguntzailea", "extremo-de-mesa", "table-end", "mahai-muturrekoa", "stickman", "stickmana"),
    *("crupier-stickman", "stickman-croupier", "stickman-krupierra", "crupier-pagador", "paying-croupier"),
    *("krupier-ordaintzailea", "crupier-tirador", "dealing-croupier", "krupier-banatzailea", "crupier-lanzador"),
    *("throwing-croupier", "krupier-jaurtitzailea", "ayudante-mezclador", "shuffling-assistant"),
    *("axudante-mesturador", "laguntzaile-nahaslea"),
)


def checked(name: str) -> str:
    """A name as it is kept, or why it cannot be one."""
    name = unicodedata.normalize("NFC", name.strip())
    if not 0 < len(name) <= LONGEST:
        raise TapeteError("a name has 1 to {most} characters", most=LONGEST)
    letters = [char for char in name if not (char in BETWEEN or char in "0123456789")]
    if alphabet(letters) is None or name[0] in BETWEEN or not _told_apart(name):
        raise TapeteError(
            "'{name}' cannot be a name: use letters of one alphabet (Latin, Greek or Cyrillic), digits and - _ . '",
            name=_shown(name),
        )
    if skeleton(name) in _TAKEN:
        raise TapeteError("'{name}' cannot be a name: it means something else here", name=name)
    return name


def alphabet(letters: list[str]) -> str | None:
    """The one alphabet of some letters; nothing, if one is of none, or of another."""
    for name, blocks in ALPHABETS.items():
        if all(char.isalpha() and any(ord(char) in block for block in blocks) for char in letters):
            return name
    return None


@functools.lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What of a name the eye tells apart: `ana`, `Аna`, `ANA` and `aña` have the same."""
    plain = unicodedata.normalize("NFKD", name.translate(CAPITALS))
    bare = "".join(char for char in plain if not unicodedata.combining(char) and char not in BETWEEN + UNTOLD)
    skeleton = unicodedata.normalize("NFKD", bare.translate(CAPITALS).casefold()).translate(LETTERS)
    for pair, one in PAIRS:
        skeleton = skeleton.replace(pair, one)
    return skeleton


def _told_apart(name: str) -> bool:
    """Whether there is something between the dots and dashes that can be told apart."""
    return bool(skeleton(name))


def _shown(name: str) -> str:
    """A name without what would change how the sentence around it looks."""
    return "".join(char if char.isprintable() and not unicodedata.combining(char) else "?" for char in name[:LONGEST])


_TAKEN = frozenset(map(skeleton, ROLE_NAMES))
