// Checks the chance of a log with nothing but Node's own library: `node verify.mjs LOG.jsonl`. See transcript.md.
// The same as verify.py, for wheels, dice, drums, shoes and cards with backs; a line is cut, never written anew.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256"));
const FRENCH = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ").flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const SPANISH = [..."1234567SCR"].flatMap((rank) => [..."oceb"].map((suit) => rank + suit));

// A number below `size`: HMAC-SHA-256, cut to 64 bits, above the last multiple drawn again.
function draw(key, what, size) {
  const n = BigInt(size), limit = 2n ** 64n - (2n ** 64n % n);
  for (let attempt = 0; ; attempt++) {
    const number = createHmac("sha256", key).update(`${what}/${attempt}`).digest().readBigUInt64BE();
    if (number < limit) return number % n;
  }
}

// Lines as anybody may read them: no balances, no salt, no secret, and no hash in the last.
const open = (line, i, lines) =>
  line.startsWith('{"t":"round"')
    ? line.replace(/"balances":\{.*?\},"carry"/, '"balances":{},"carry"').replace(/"salt":"\w*","com/, '"salt":"","com')
    : line.startsWith('{"t":"end"')
      ? line.replace(/,"secret":"\w*"/, "").replace(i === lines.length - 1 ? /,"hash":"\w*"/ : /$^/, "")
      : line;

// Among what a draw is made, in the order in which it counts; nothing where the log does not say.
function among(to, header, equipment, seen, out) {
  const [kind, rest] = [to.split(":", 1)[0], to.slice(to.indexOf(":") + 1)];
  if (kind === "lots") return rest.split("/");
  if (kind === "drum") {
    const [first, last] = rest.split("-").map(Number);
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
    const times = (n) => out.filter((one) => one === n).length;
    const least = Math.min(...numbers.map(times)); // an empty drum is filled anew
    return numbers.filter((n) => times(n) === least);
  }
  if (kind === "card" && equipment.cards) {
    const packs = Number(header.settings.options?.mazos ?? equipment.cards.packs);
    const pack = equipment.cards.pack === "espanola" ? SPANISH : FRENCH;
    return pack.flatMap((card) => Array(packs - (seen[card] ?? 0)).fill(card));
  }
  if (kind !== "spin") return null;
  const { negro = [], rojo = [], neutral = [] } = equipment.colours ?? {};
  return equipment.cylinder?.order ?? equipment.cells ?? [...negro, ...rojo, ...neutral].sort((a, b) => a - b);
}

function drawn(key, d, entry, header, equipment, seen, out) {
  const to = entry.to;
  if (to.startsWith("roll")) return [...entry.fell].map((_, lane) => 1 + Number(draw(key, `${d}/${lane}`, 6)));
  if (to.startsWith("code:")) return String(draw(key, `${d}/0`, 10n ** BigInt(to.slice(5)))).padStart(to.slice(5), "0");
  const values = among(to, header, equipment, seen, out);
  return values?.length ? values[Number(draw(key, `${d}/0`, values.length))] : null;
}

function* wrong({ lines, entries }, equipment) {
  const [header, end] = [entries[0], entries.at(-1)];
  if (end.hash !== sha256(lines.map(open).join("\n")).digest("hex")) yield "the hash is not that of the lines";
  const shown = end.seed ?? end.secret ?? "";
  const seed = Buffer.from(shown, "hex");
  const live = Boolean(header.commitment);
  if (live && !shown && !header.pack) yield "the seed is not shown";
  if (shown && sha256("tapete seed ", seed).digest("hex") !== header.commitment) yield "not the seed committed to";
  const brought = Object.entries(header.brought ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const added = brought.map(([who, value]) => `\n${who} ${value}`).join("");
  const key = added ? sha256("tapete mixed ", seed, added).digest() : seed;
  // Before each input: how much had fallen, the cards seen of the shoe, those of this round, what came out of drums.
  const held = [{ count: 0, seen: header.carry.shoe?.seen ?? {}, dealt: {}, out: (header.carry.out ?? []).map(String) }];
  for (const entry of entries) {
    if (entry.t === "say" && entry.call === "shuffle") held.at(-1).seen = held.at(-1).dealt;
    if (entry.t === "rewind") held.length = entry.to + 1;
    if (entry.t !== "in") continue;
    const { count, ...gone } = held.at(-1);
    if (entry.fell !== undefined && live !== (entry.who === "chance"))
      yield `input ${entry.n}: from ${entry.who}, and the header has ${live ? "a" : "no"} commitment`;
    if (entry.fell !== undefined && entry.who === "chance") {
      const [kind, slot] = [entry.to.split(":", 1)[0], Number(entry.to.slice(6))];
      const leaf = sha256(`tapete card ${slot} ${entry.fell} ${entry.salt}`).digest("hex");
      const due =
        kind === "show"
          ? leaf === header.pack.leaves[slot] ? entry.fell : "another card"
          : shown ? drawn(key, count, entry, header, equipment, gone.seen, gone.out) : entry.fell;
      if (String(due) !== String(entry.fell) && (due !== null || Object.keys(equipment).length))
        yield `input ${entry.n}: ${entry.fell} fell, and the seed draws ${due}`;
      for (const pile of kind === "card" ? ["seen", "dealt"] : [])
        gone[pile] = { ...gone[pile], [entry.fell]: (gone[pile][entry.fell] ?? 0) + 1 };
      if (kind === "drum") gone.out = [...gone.out, entry.fell];
    }
    held.push({ count: count + (entry.fell !== undefined), ...gone });
  }
}

const rounds = [], editions = {};
for (const line of readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const entry = JSON.parse(line);
  if (entry.t === "edition") editions[entry.rulebook] = entry.running.equipment ?? {};
  else if (entry.t === "round") rounds.push({ lines: [line], entries: [entry] });
  else rounds.at(-1).lines.push(line), rounds.at(-1).entries.push(entry);
}
let bad = 0;
rounds.forEach((round, i) => {
  const header = round.entries[0], before = rounds[i - 1]?.entries.at(-1);
  const found = [...wrong(round, editions[header.rulebook] ?? {})];
  if (before && header.previous !== before.hash) found.push("it does not name the last round's hash");
  if (before?.next && header.commitment !== before.next) found.push("not the seed promised");
  for (const what of found) console.log(`round ${i + 1}: ${what}`);
  bad += found.length > 0;
});
console.log(`${rounds.length} rounds, ${bad} wrong`);
process.exitCode = bad ? 1 : 0;
