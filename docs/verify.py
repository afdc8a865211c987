"""Checks the chance of a log with nothing but Python's own library: `python verify.py LOG.jsonl`. See transcript.md.

It needs no rulebook beyond what the log's `edition` line says of wheel and cards. Anybody's copy of a log will do.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from pathlib import Path

FRENCH = [rank + suit for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] for suit in "cdhs"]
SPANISH = [rank + suit for rank in "1234567SCR" for suit in "oceb"]


def text(entry):
    """A line as a table writes it."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def draw(seed, what, size):
    """A number below `size`: HMAC-SHA-256, cut to 64 bits, above the last multiple drawn again."""
    limit, attempt = 2**64 - 2**64 % size, 0
    while True:
        number = int.from_bytes(hmac.digest(seed, f"{what}/{attempt}".encode(), "sha256")[:8], "big")
        if number < limit:
            return number % size
        attempt += 1


def round_hash(entries):
    """Empty the header's balances and salt, leave out the end's secret, and of the last end its hash."""
    lines = []
    for i, entry in enumerate(entries):
        entry = dict(entry)
        if entry["t"] == "round":
            entry.update(balances={}, salt="")
        if entry["t"] == "end":
            entry.pop("secret", None)
            if i == len(entries) - 1:
                entry.pop("hash", None)
        lines.append(text(entry))
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def drawn(seed, number, entry, seen, header, equipment):
    """What the seed draws in answer to a request; nothing where the log does not say of what."""
    kind, cards = entry["to"].partition(":")[0], equipment.get("cards", {})
    if kind == "drum":
        first, last = map(int, entry["to"][5:].split("-"))
        before = header["carry"].get("out", ())
        numbers = [str(n) for n in range(first, last + 1)]
        times = {n: seen[entry["to"], n] + (int(n) in before) for n in numbers}
        left = [n for n in numbers if times[n] == min(times.values())]  # an empty drum is filled anew
        return left[draw(seed, f"{number}/0", len(left))]
    if kind == "lots":
        among = entry["to"][5:].split("/")
        return among[draw(seed, f"{number}/0", len(among))]
    if kind == "code":
        digits = int(entry["to"][5:])
        return f"{draw(seed, f'{number}/0', 10**digits):0{digits}d}"
    if kind == "roll":
        return [1 + draw(seed, f"{number}/{lane}", 6) for lane in range(len(entry["fell"]))]
    if kind == "card" and cards:
        pack = SPANISH if cards.get("pack") == "espanola" else FRENCH
        packs = int(header["settings"].get("options", {}).get("mazos", cards["packs"]))
        left = [card for card in pack for _ in range(packs - seen[card])]
        return left[draw(seed, f"{number}/0", len(left))]
    wheel = equipment.get("cylinder", {}).get("order") or equipment.get("cells")
    if not wheel and "holes" in equipment:
        colours = equipment["colours"]
        wheel = sorted(colours["negro"] + colours["rojo"] + colours["neutral"], key=int)
    return wheel[draw(seed, f"{number}/0", len(wheel))] if kind == "spin" and wheel else None


def check(entries, equipment):
    """All that is wrong with the chance of one round, and how many draws were checked."""
    header, end = entries[0], entries[-1]
    if end["t"] != "end" or end["hash"] != round_hash(entries):
        yield "the hash is not that of the lines"
    shown = end.get("seed") or end.get("secret", "")
    seed = bytes.fromhex(shown)
    live = bool(header["commitment"])
    if live and not shown and not header.get("pack"):
        yield "the seed is not shown"
    if shown and hashlib.sha256(b"tapete seed " + seed).hexdigest() != header["commitment"]:
        yield "the seed is not the one committed to"
    if header.get("brought"):
        lines = "".join(f"\n{who} {value}" for who, value in sorted(header["brought"].items()))
        seed = hashlib.sha256(b"tapete mixed " + seed + lines.encode()).digest()
    # Before each input: how much had fallen, what was seen of shoe and drums, and what of it in this round.
    held = [(0, Counter(header["carry"].get("shoe", {}).get("seen", {})), Counter())]
    for entry in entries:
        count, seen, now = held[-1]
        if entry["t"] == "say" and entry["call"] == "shuffle":
            held[-1] = count, now, now
        elif entry["t"] == "rewind":
            del held[entry["to"] + 1 :]
        elif entry["t"] == "in":
            if entry.get("fell") is not None and live != (entry["who"] == "chance"):
                yield f"input {entry['n']}: from {entry['who']}, and the header has {'a' if live else 'no'} commitment"
            if entry.get("fell") is not None and entry["who"] == "chance":
                if entry["to"].startswith("show:"):
                    number = int(entry["to"][6:])
                    leaf = f"tapete card {number} {entry['fell']} {entry.get('salt', '')}"
                    due = (
                        entry["fell"]
                        if hashlib.sha256(leaf.encode()).hexdigest() == header["pack"]["leaves"][number]
                        else "?"
                    )
                else:
                    due = drawn(seed, count, entry, seen, header, equipment) if shown else entry["fell"]
                if due != entry["fell"] and (due is not None or equipment):
                    yield f"input {entry['n']}: {entry['fell']} fell, and the seed draws {due}"
                if entry["to"].startswith("card:"):
                    seen, now = seen + Counter([entry["fell"]]), now + Counter([entry["fell"]])
                if entry["to"].startswith("drum:"):
                    seen = seen + Counter([(entry["to"], entry["fell"])])
            held.append((count + (entry.get("fell") is not None), seen, now))


def main(path):
    """Checks every round of a log."""
    rounds, editions = [], {}
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            if entry["t"] == "edition":
                editions[entry["rulebook"]] = entry["running"].get("equipment", {})
            elif entry["t"] == "round":
                rounds.append([entry])
            else:
                rounds[-1].append(entry)
    wrong = 0
    for i, entries in enumerate(rounds):
        found = list(check(entries, editions.get(entries[0]["rulebook"], {})))
        if i and entries[0]["previous"] != rounds[i - 1][-1].get("hash"):
            found.append("it does not name the last round's hash")
        promised = rounds[i - 1][-1].get("next") if i else ""
        if promised and entries[0]["commitment"] != promised:
            found.append("its seed is not the one that the last round promised")
        for what in found:
            sys.stdout.write(f"round {i + 1}: {what}\n")
        wrong += bool(found)
    sys.stdout.write(f"{len(rounds)} rounds, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
