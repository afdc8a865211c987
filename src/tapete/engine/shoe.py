"""A shoe at the table: what has left it since the shuffle, and the cards it deals."""

from collections.abc import Iterable

import msgspec

from tapete.cards.card import Pack, pack
from tapete.cards.composition import Composition
from tapete.engine.requests import Deal
from tapete.engine.views import View
from tapete.errors import Said, TapeteError
from tapete.law.sections import ShoeRule, StakedRulebook


def card_pack(rules: StakedRulebook) -> Pack:
    """The pack that a game of cards is dealt from."""
    return pack(rules.equipment.cards.pack)


def check_pack(rules: StakedRulebook, shoe: Composition) -> None:
    """Refuses a shoe of cards that a game is not dealt from."""
    kind = card_pack(rules)
    if shoe.pack != kind:
        raise TapeteError(
            "this game is dealt from the {pack}, not from the {other}", pack=kind.name, other=shoe.pack.name
        )


def check_hand(rules: StakedRulebook, shoe: Composition, most: int) -> None:
    """Refuses cards of which no hand is dealt: of another pack, of several, or fewer than it may take."""
    check_pack(rules, shoe)
    if shoe.packs != 1:
        raise TapeteError("this game is dealt from one pack, not from {packs}", packs=shoe.packs)
    if shoe.total < most:
        raise TapeteError("a hand takes {most} cards, and the pack has {left} left", most=most, left=shoe.total)


def check_begins(rules: StakedRulebook, shoe: Composition, before: int = 1) -> None:
    """Refuses a shoe with which no round begins: fewer cards lie `before` the cut card than it takes for one."""
    check_pack(rules, shoe)
    behind = rules.equipment.cards.behind
    if shoe.total < behind + before:
        if shoe.total == 1:
            said = "one card is left and {behind} lie behind the cut card: no round begins with it"
            raise TapeteError(said, behind=behind)
        raise TapeteError(
            "{left} cards are left and {behind} lie behind the cut card: no round begins with them",
            left=shoe.total,
            behind=behind,
        )


def left_for(rules: StakedRulebook, view: View) -> Composition | None:
    """What is left in a shoe by all that somebody has seen of it since the shuffle; nothing, if they have seen none."""
    gone = view.carry.get("shoe", {}).get("seen", {})
    lying = [card for cards in view.cards.values() for card in cards if card]
    if not gone and not lying:
        return None
    kind = card_pack(rules)
    packs = int(view.settings.options.get("mazos", rules.equipment.cards.packs))
    seen = [kind.card(card) for card, count in gone.items() for _ in range(count)]
    return Composition.full(packs, kind).less([*seen, *map(kind.card, lying)])


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a round: the cards seen since the shuffle, by how often, and how many were taken out unseen."""

    seen: dict[str, int] = {}
    unseen: int = 0

    def impossible(self, kind: Pack, packs: int) -> str | None:
        """Why so many packs cannot have lost these cards, if they cannot."""
        known = set(map(kind.show, kind.cards))
        for card, count in self.seen.items():
            if card not in known or not 0 < count <= packs:
                return Said("{card}: {count} gone of {packs}", card=card, count=count, packs=packs)
        whole = packs * len(kind)
        if not 0 <= self.unseen <= whole - sum(self.seen.values()):
            return Said("gone unseen: {count} of {whole} cards", count=self.unseen, whole=whole)
        return None


class Shoe:
    """A shoe during a round. `left` is every card that nobody has seen; `cards` how many still lie in it."""

    __slots__ = ("behind", "left", "unseen")

    def __init__(self, rule: ShoeRule, gone: Gone, packs: int | None = None) -> None:
        kind, whole, seen = pack(rule.pack), packs or rule.packs, gone.seen
        counts = [whole - seen.get(name, 0) for name in kind.names] if seen else [whole] * len(kind)
        self.left = Composition(kind, whole, tuple(counts))
        self.unseen = gone.unseen
        self.behind = rule.behind

    @property
    def cards(self) -> int:
        """How many cards lie in the shoe, those behind the cut card included."""
        return self.left.total - self.unseen

    @property
    def cut_card_out(self) -> bool:
        """Whether the cut card is next or has come out."""
        return self.cards <= self.behind

    @property
    def past_cut_card(self) -> bool:
        """Whether cards from behind the cut card were dealt: next in the shoe, it has not come out yet."""
        return self.cards < self.behind

    async def up(self, to: str, article: str) -> int:
        """Deals the next card, face up."""
        card = await Deal(self.left, to, article)
        self.left = self.left.less((card,))
        return card

    def burn(self, count: int = 1) -> None:
        """Takes cards out unseen."""
        self.unseen += min(count, self.cards)

    def show(self, cards: Iterable[int]) -> str:
        """Cards as text."""
        return self.left.pack.text(cards)

    @property
    def gone(self) -> Gone:
        """What to hand on."""
        whole = self.left.packs
        counts = zip(self.left.pack.names, self.left.counts, strict=True)
        return Gone({name: whole - count for name, count in counts if count < whole}, self.unseen)
