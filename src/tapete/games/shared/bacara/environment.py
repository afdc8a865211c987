"""The baccarats between players for learning agents: a coup as an environment of PettingZoo, with a mask of what may be
done. Each episode begins with a new shoe and nobody the bank.

In what is open to all, everybody is asked once, in turn, and may pass. Taking seats and partners is left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tapete.cards.card import FRENCH
from tapete.engine.places import banca, chips, stakes
from tapete.engine.requests import Act
from tapete.engine.settings import standard
from tapete.engine.window import Option, Window
from tapete.games.shared.bacara.checking import CHECK
from tapete.games.shared.bacara.hand import ADVICE, CARD, GIVES, NO, SHOWS, TABLE, THIRD
from tapete.games.shared.environment import PARTS, Rounds, amounts, known, wrapped

PASS = "pasar"
WORDS = (SHOWS, ADVICE, CARD, NO, TABLE, GIVES, "cuenta", "no-cuenta", "negar", "aceptar", "ceder-la-plaza")
PLACES = ("punto", "primero", "segundo", "banca")
LEFT_OUT = ("sit", "wait", "follows", "accept", "associate", "absent", "name", "withdraw", "undo", CHECK)


def env(name: str, region: str, **how: Any) -> AECEnv:
    """The environment of a game in a region's text, in PettingZoo's usual wrappers."""
    return wrapped(Environment(name, region, **how))


class Environment(Rounds):
    """A coup, from the bank to the last payment."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tapete_bacara_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str,
        region: str,
        players: int = 5,
        stack: int = 100,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        chosen = known(name, "chemin_de_fer", "bacara_dos_panos")
        rules, set_ = chosen.ruled(region, options or {})
        settings = standard(rules, options=set_)
        super().__init__(chosen.play, rules, settings, players, stack, render_mode)
        self.spots = list(chosen.layout(rules, settings))
        verbs = [verb for verb in chosen.verbs if verb not in LEFT_OUT]
        self.names = [(PASS, ""), *(("choose", word) for word in WORDS)]
        self.sums = [*((verb, "") for verb in verbs), *(("stake", spot) for spot in self.spots)]
        self.passed: set[str] = set()
        self.label = ""
        width = len(PLACES) * len(FRENCH) + 2 * players + len(self.spots) + len(PLACES) + 1
        self.sized(width, len(self.names) + PARTS * len(self.sums))

    def asked(self) -> str:
        """Whose turn it is: in what is open to all, of those who have not been asked."""
        pending = self.round.pending
        assert isinstance(pending, Window)
        if pending.label != self.label:
            self.label, self.passed = pending.label, set()
        return next((who for who in pending.actors() if who not in self.passed and self._mine(pending, who)), "")

    def _mine(self, pending: Window, who: str) -> bool:
        return who in self.agents and any(self._known(item) for item in pending.open(who))

    def _known(self, item: Option) -> bool:
        """Whether an agent can be asked about something."""
        return (item.do, item.on) in self.sums or (item.do, item.on) in self.names

    def served(self) -> None:
        """The house closes what is open, or the clock decides for who was asked."""
        pending = self.round.pending
        assert isinstance(pending, Window)
        options = [item for who in ("croupier", *pending.actors()) for item in pending.open(who) if item.default]
        self.round.act(options[0].who, options[0].least_act)

    def does(self, agent: str, act: Act) -> None:
        """An agent acts, or passes; either way it has been asked."""
        self.passed.add(agent)
        if act.do != PASS:
            self.round.act(agent, act)

    def acts(self, agent: str) -> Iterator[tuple[int, Act]]:
        """Every number that stands for something an agent may do now."""
        pending = self.round.pending
        assert isinstance(pending, Window)
        if any(item.do == "close" for item in pending.open("croupier")):
            yield 0, Act(PASS)
        for item in pending.open(agent):
            if (item.do, item.on) in self.names:
                yield self.names.index((item.do, item.on)), item.least_act
            elif (item.do, item.on) in self.sums:
                start = len(self.names) + PARTS * self.sums.index((item.do, item.on))
                cents = amounts(item) if item.amounts else (0,)
                yield from ((start + part, Act(item.do, item.on, each)) for part, each in enumerate(cents))

    def seen(self, agent: str) -> NDArray[np.float32]:
        """Cards that it sees, by where they lie; chips and banks from its own seat on; the stakes; what is asked."""
        view = self.round.view(agent)
        packs = self.rules.equipment.cards.packs
        cards = np.zeros((len(PLACES), len(FRENCH)), np.float32)
        for row, place in enumerate(PLACES):
            for card in filter(None, view.cards.get(place, [])):
                cards[row, FRENCH.card(card)] += 1 / packs
        start, whole = self.possible_agents.index(agent), self.stack * len(self.possible_agents)
        around = (*self.possible_agents[start:], *self.possible_agents[:start])
        held = [view.places.get(path(who), 0) / whole for who in around for path in (chips, banca)]
        lying = list(stakes(view.places))
        staked = [sum(stake.cents for stake in lying if stake.bet == spot) / whole for spot in self.spots]
        asked = [float(view.about == about) for about in (*PLACES, THIRD)]
        return np.array([*cards.ravel(), *held, *staked, *asked], np.float32)
