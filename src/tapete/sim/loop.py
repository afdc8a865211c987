"""The compiled loop: plays a mix of bets round after round, session after session. One loop serves many games."""

import numpy as np

from tapete.compiled import njit

PLAYOUT = 512  # rounds kept in reserve so that bets open at a session's end are played out; none lasts nearly as long


@njit(nogil=True, cache=True)
def play(outcomes, table, stake, parent, start, after, back, worth, length, bankroll, first, results, falls, visits):  # type: ignore[no-untyped-def]
    """Plays sessions from number `first` until the outcomes run short; returns the next session's number and its ruins.

    A bet is made whenever it may be and can be paid for. A session ends after `length` rounds, or when nothing is on
    the table and nothing can be paid for (ruin); what is open then is played out without new bets.

    `after`, `back`, `worth` and `visits` are flat: a bet in a state is a row, the outcome a column, and `after` names
    the row that follows, -1 when the bet is resolved. `visits` counts how often each cell was passed, from which every
    figure of a bet follows; `results` and `falls` take each session's net and its deepest fall from a peak.
    """
    bets, width = len(stake), table.shape[1]
    states = len(after) // (bets * width)
    row = np.zeros(bets, np.int64)  # where each bet stands, -1 when it is not on the table
    was = np.zeros(bets, np.int64)  # and where it stood before this round's outcome
    i, ruins = 0, 0
    session = first
    while session < len(results) and i + length + PLAYOUT <= len(outcomes):
        cash, peak, fall, at = bankroll, bankroll, 0, 0
        row[:] = -1
        rounds, ruined = 0, False
        while True:
            outcome = outcomes[i]
            active, wanting, won, equity = False, False, 0, 0
            for b in range(bets):
                now = row[b]
                if now < 0 and rounds < length:
                    p = parent[b]
                    begin = start[b, at if p < 0 else 0 if was[p] < 0 else was[p] // width - p * states]
                    if begin >= 0:
                        if cash >= stake[b]:
                            cash -= stake[b]
                            now = begin
                        else:
                            wanting = True
                was[b] = now
                if now >= 0:
                    active = True
                    cell = np.uint32(now + outcome)
                    visits[cell] += 1
                    won += back[cell]
                    row[b] = after[cell]
                    equity += worth[cell]
            if not active:
                ruined = wanting
                if ruined or rounds >= length:
                    break
            i += 1
            rounds += 1
            cash += won
            at = table[at, outcome]
            equity += cash
            peak = max(peak, equity)
            fall = max(fall, peak - equity)
        results[session] = cash - bankroll
        falls[session] = fall
        ruins += ruined
        session += 1
    return session, ruins
