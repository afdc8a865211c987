"""Audited inputs a second through a procedure, and the time of a replay, against the bare coroutine they run on."""

from benchmarks.measure import Words, report, seconds
from tapete.engine.requests import Act, Announce
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.games import game

GOAL = 75_000
PLAYERS = [f"p{i}" for i in range(8)]


def session(name: str = "ruleta-francesa", region: str = "extremadura") -> Session:
    """A table of eight players with deep pockets."""
    rules = game(name).rules(region)
    return Session(game(name).play, rules, standard(rules), dict.fromkeys(PLAYERS, 10**9))


def acts(table: Session) -> list[tuple[str, Act]]:
    """Fifty-eight stakes; with the closing and the spin, a round of sixty inputs."""
    layout = [spot for spot in game(table.rules.game).layout(table.rules, table.settings).values() if not spot.parts]
    return [(PLAYERS[i % 8], Act("stake", spot.id, spot.limits.lo)) for i, spot in enumerate((layout * 8)[:58])]


def one(table: Session, inputs: list[tuple[str, Act]]) -> Round:
    """A whole round: every stake, the closing, the spin, the settlement, the transcript's hash."""
    found = table.open()
    for who, act in inputs:
        found.act(who, act)
    found.act("croupier", Act("close"))
    while not found.finished:
        found.act(found.pending.actor, Act("choose", found.pending.default))  # type: ignore[union-attr]
    return found


def bare(awaits: int) -> float:
    """The time in which an empty coroutine awaits as often: what no driver can beat."""
    note = Announce("open")

    async def empty() -> None:
        for _ in range(awaits):
            await note

    def run() -> None:
        send = empty().send
        try:
            while True:
                send(None)
        except StopIteration:
            return

    return seconds(run, 0.5)


def main() -> None:
    """Prints the figures."""
    for name in ("ruleta-francesa", "bola"):
        table = session(name)
        inputs = acts(table)
        played = one(table, inputs)
        entries = played.log
        per_round = seconds(lambda table=table, inputs=inputs: one(table, inputs), 2.0)  # type: ignore[misc]
        limit = played.inputs / bare(len(entries))
        report(f"{name}: inputs through the procedure", played.inputs / per_round, "/s", GOAL, "goal")
        report(f"{name}: inputs through the procedure", played.inputs / per_round, "/s", limit, "bare coroutine")
        again = seconds(lambda played=played: replay(played.play, played.rules, played.log), 1.0)  # type: ignore[misc]
        report(f"{name}: replay of {played.inputs} inputs, {len(entries)} lines", again * 1e3, "ms", 1.0, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
