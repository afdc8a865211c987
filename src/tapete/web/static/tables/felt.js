// The felt of a live table: chips by mouse, touch or keys.
import { act } from "./acting.js";
import { chime } from "./sound.js";

// Words on the cloth stay large enough to be read however little room the bar leaves it: the style is told how large it is
// drawn, and where what is paid would outgrow its place it is left out, since every spot's name and the rail say it too.
const LARGEST = 14;
const READ = 8.5;
const sized = new ResizeObserver((all) => {
  for (const { target } of all) {
    const { width, height } = target.firstElementChild.viewBox.baseVal;
    const scale = Math.min(target.clientWidth / width, target.clientHeight / height);
    if (scale) target.style.setProperty("--drawn", scale);
    target.classList.toggle("far", scale > 0 && scale * LARGEST < READ);
  }
});
for (const shape of document.querySelectorAll(".live .felt .shape")) sized.observe(shape);

// The chosen chip
const amount = () => {
  const chosen = document.querySelector("input[name=chip]:checked");
  return chosen ? chosen.value : "0";
};

// What is open changes with the layer of chips: spots that take none, and those that take one amount only.
const layer = (spot) => spot.closest(".shape").querySelector(".felt-discs");
const fixed = (spot) => JSON.parse(layer(spot).dataset.fixed)[spot.dataset.spot];
const closed = (spot) => layer(spot).querySelector(`[data-closed="${CSS.escape(spot.dataset.spot)}"]`) !== null;

// A chip lies where it was put before the table has said so, and is taken away again if it is refused.
async function stake(spot) {
  const cents = Number(fixed(spot) ?? amount());
  const laid = lay(spot, cents);
  chime("chip");
  if (!(await act({ do: "stake", on: spot.dataset.spot, cents }))) laid.remove();
}

function lay(spot, cents) {
  const mine = layer(spot).querySelector(`.disc.mine[data-disc$="/${CSS.escape(spot.dataset.spot)}"]`);
  const [x, y, r = 13] = mine ? middleOf(mine) : spot.dataset.at.split(" ").map(Number);
  const laid = document.createElementNS("http://www.w3.org/2000/svg", "g");
  laid.classList.add("ghost", `chip-${cents}`);
  laid.classList.toggle("small", r < 13);
  const circle = document.createElementNS(laid.namespaceURI, "circle");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r })) circle.setAttribute(name, value);
  const text = document.createElementNS(laid.namespaceURI, "text");
  text.setAttribute("x", x);
  text.setAttribute("y", y);
  text.textContent = new Intl.NumberFormat([document.documentElement.lang, "es"], { maximumFractionDigits: 2 }).format(
    (cents + Number(mine?.dataset.cents ?? 0)) / 100,
  );
  laid.append(circle, text);
  layer(spot).append(laid);
  return laid;
}

const middleOf = (disc) => ["cx", "cy", "r"].map((name) => Number(disc.querySelector(".face").getAttribute(name)));

// The felt: one stop for the tab key, arrows from spot to spot, Enter or space puts a chip, Delete takes the stake back.
const middle = (spot) => {
  const box = spot.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function next(spots, from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [a, b] = middle(spot);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    const distance = along + 3 * aside;
    if (along > 1 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}

// A thumb covers several spots where some are small: those within its reach are offered, the nearest first.
const THUMB = 44;
const NEAR = 4; // pixels from a small spot at which a touch may still be meant for it
const chooser = document.getElementById("chooser");

function distance(spot, x, y) {
  const box = spot.querySelector("rect").getBoundingClientRect();
  const aside = Math.max(box.left - x, 0, x - box.right);
  const above = Math.max(box.top - y, 0, y - box.bottom);
  const side = Math.min(box.width, box.height);
  return { spot, away: Math.hypot(aside, above), small: side < THUMB, size: box.width * box.height };
}

// What is touched or nearly, the smallest first: a corner before its lines; then the cell, other small ones, and cells.
function within(spots, touched, x, y) {
  const found = spots.filter((spot) => !closed(spot)).map((spot) => distance(spot, x, y));
  const order = ({ spot, small, away }) => (small && away <= NEAR ? 0 : spot === touched ? 1 : small ? 2 : 3);
  const nearer = (a, b) => (order(a) === 0 ? a.size - b.size : a.away - b.away);
  return found.filter((near) => near.away <= THUMB / 2).sort((a, b) => order(a) - order(b) || nearer(a, b));
}

function choose(near, from, x, y) {
  const items = near.map(({ spot }) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const told = document.querySelector(`.wide [data-spot="${CSS.escape(spot.dataset.spot)}"] title`); // said once, on the wide felt
    const [, name, pays] = told.textContent.match(/^(.*?)(?:, ([^,]*))?$/);
    button.append(name, Object.assign(document.createElement("small"), { textContent: pays ?? "" }));
    button.dataset.puts = spot.dataset.spot;
    button.addEventListener("click", () => { chooser.close(); stake(spot); });
    item.append(button);
    return item;
  });
  chooser.querySelector("ul").replaceChildren(...items);
  chooser.showModal();
  const { width, height } = chooser.getBoundingClientRect();
  const below = y + THUMB / 2;
  const above = Math.max(y - THUMB / 2 - height, 8);
  chooser.style.left = `${Math.min(Math.max(x - width / 2, 8), innerWidth - width - 8)}px`;
  chooser.style.top = `${below + height <= innerHeight - 8 ? below : above}px`;
  chooser.addEventListener("close", () => from.focus(), { once: true });
}

if (chooser) {
  chooser.addEventListener("click", (event) => {
    if (event.target === chooser || event.target.closest("[data-close]")) chooser.close();
  });
}

function touched(spots, spot, event) {
  const near = within(spots, spot, event.clientX, event.clientY);
  if (near.length > 1 && near.some((other) => other.small && other.away <= NEAR)) choose(near, spot, event.clientX, event.clientY);
  else stake(spot);
}

for (const felt of document.querySelectorAll("svg.felt-spots[data-stakes]")) {
  const spots = [...felt.querySelectorAll("[data-spot]")];
  felt.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-spot]");
    if (!spot) return;
    if (event.pointerType === "touch" || event.pointerType === "pen") touched(spots, spot, event);
    else stake(spot);
  });
  felt.addEventListener("keydown", (event) => {
    const spot = event.target.closest("[data-spot]");
    if (!spot) return;
    if (event.key in ARROWS) {
      const other = next(spots.filter(drawn), spot, ARROWS[event.key]);
      if (other) {
        stop(spots, other);
        other.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      stake(spot);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      act({ do: "withdraw", on: spot.dataset.spot });
    } else {
      return;
    }
    event.preventDefault();
  });
}

// The tab key stops at one spot: where one was last, as long as it is drawn, or else the first that takes chips.
const drawn = (spot) => !spot.classList.contains("insurance") || spot.classList.contains("offered");
const stop = (spots, at) => {
  for (const spot of spots) spot.setAttribute("tabindex", spot === at ? "0" : "-1");
};
const keepStop = (felt) => {
  const spots = [...felt.querySelectorAll("[data-spot]")];
  const shown = spots.filter(drawn);
  const was = shown.find((spot) => spot.getAttribute("tabindex") === "0");
  const open = shown.filter((spot) => !closed(spot));
  if (was && (was === document.activeElement || !closed(was) || !open.length)) return;
  stop(spots, open[0] ?? shown[0]);
};

// Screen readers are told which spots take no chips now.
const tell = () => {
  for (const spot of document.querySelectorAll("svg.felt-spots[data-stakes] [data-spot]")) {
    spot.setAttribute("aria-disabled", closed(spot));
    if (spot.classList.contains("insurance")) spot.classList.toggle("offered", "taking" in layer(spot).dataset && !closed(spot));
  }
  document.querySelectorAll("svg.felt-spots[data-stakes]").forEach(keepStop);
};
tell();
document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target.id.startsWith("discs-")) tell(); });
