// The result of a round as a moment: the wheel turns, dice roll, cards are dealt one after another, chips go their way.
// A key or a tap skips it; whoever wants no motion is shown the end at once.
import { hub, lay, spin } from "../js/wheel.js";
import { article } from "./acting.js";
import { chime } from "./sound.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const READ = 900;
const DICE = 1000;
const CARD = 200;
const LANDS = 260;
const CHIP = 450;
const stage = document.querySelector(".live .stage");
const bar = document.getElementById("bar");
const overlay = document.getElementById("chance");

const shown = (node) => node.getClientRects().length > 0;

// What is being played now, to be ended when somebody will not wait.
let ends = [];
const skip = () => {
  for (const end of ends.splice(0)) end();
};
document.addEventListener("keydown", (event) => {
  if (!["Escape", "Enter", " "].includes(event.key)) return;
  // What comes by it, and takes the focus again, is not pressed by the same key.
  if (article.matches(".dealing") && [bar, document.body].includes(event.target)) event.preventDefault();
  skip();
});
stage.addEventListener("pointerdown", skip);

// A window that is not painted plays nothing to its end: then the clock ends it.
const LATE = 1000;
function played(animation) {
  ends.push(() => animation.finish());
  const { delay, duration } = animation.effect.getTiming();
  const over = new Promise((resolve) => { setTimeout(resolve, delay + duration + LATE); });
  return Promise.race([animation.finished.catch(() => undefined), over]);
}

function lasting(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ends.push(() => { clearTimeout(timer); resolve(); });
  });
}

// The wheel stops with what fell at its top, the ball having run against it.
let lies = "";
async function turn(wheel, fell) {
  lies = fell;
  chime("ball");
  await Promise.all(spin(wheel, fell).map(played));
  hub(wheel, fell);
}

// Dice show other faces until they lie.
async function roll(cup, fell) {
  const faces = fell.split(/\D+/).filter(Boolean);
  cup.replaceChildren(...faces.map(() => Object.assign(document.createElement("span"), { className: "die" })));
  const dice = [...cup.children];
  const show = (values) => dice.forEach((die, at) => { die.dataset.face = values[at]; });
  const tumbling = () => show(dice.map(() => 1 + Math.floor(Math.random() * 6)));
  tumbling();
  const tumble = setInterval(tumbling, 90);
  chime("dice");
  const turns = dice.map((die, at) => played(die.animate(
    [{ transform: `translate(${-60 - 20 * at}px, -30px) rotate(${-320 - 90 * at}deg)` }, { transform: "none" }],
    { duration: DICE, easing: "ease-out" },
  )));
  await Promise.all(turns);
  clearInterval(tumble);
  show(faces);
}

// What fell, before the page tells it.
export const fell = (root) => root.querySelector("#fell")?.dataset ?? {};
export const moves = () => !calm.matches && document.visibilityState === "visible" && overlay !== null;

export async function chance({ value, called }) {
  const wheel = overlay.querySelector(".wheel");
  const cup = overlay.querySelector(".cup");
  document.getElementById("outcome").replaceChildren(); // what the round before brought is over
  await (called && calling(called));
  overlay.classList.add("moving", ...(wheel && shown(wheel) ? [] : ["over"]));
  await (wheel ? turn(wheel, value) : roll(cup, value));
  await lasting(READ);
  overlay.classList.remove("moving", "over");
}

// What was called before it falls is called first, and stays while it does: the bets are closed.
async function calling(words) {
  const said = Object.assign(document.createElement("span"), { textContent: words });
  document.getElementById("calls").replaceChildren(said);
  const waiting = document.getElementById("waiting");
  if (waiting) Object.assign(waiting, { textContent: words, lang: "es" });
}

// A wheel that nobody saw turn rests at what fell.
function rest() {
  const { value } = fell(document);
  const wheel = overlay?.querySelector(".wheel");
  if (!wheel || !value || value === lies) return;
  lies = value;
  lay(wheel, value);
}
rest();

// Cards and chips as they lie before the page changes, to be compared with how they lie afterwards.
const card = (node) => node.dataset.lies;
const picture = (node) => node.dataset.face ?? node.getAttribute("src") ?? node.getAttribute("href");
const CARDS = "[data-lies]";
const DISCS = ".shape .disc";
const name = (node) => `${node.closest("[id]").id} ${node.dataset.disc}`;

const outcome = () => document.getElementById("outcome").innerHTML;

// What tells a result is held back as it was until the last card lies.
const TELLING = ["calls", "outcome", "purse", "latest", "state", "waiting"];
// Of the round before nothing more is told meanwhile, and of one that has ended only that its last cards come.
const MEANWHILE = { outcome: () => "", waiting: (node) => node.dataset.meanwhile };
// So do what a hand counts or makes, what is said of somebody, and the spots that won.
const MADE = ".felt-discs .total, #cards .total, #oval .marks";
const made = (node) => `${node.closest("[data-seat]")?.dataset.seat ?? ""}${node.closest("figure")?.innerText ?? ""} ${node.textContent}`;
const told = () => new Map([
  ...TELLING.map((id) => [id, document.getElementById(id)?.innerHTML]),
  ["made", new Set([...document.querySelectorAll(MADE)].map(made))],
]);

function hold(was, milliseconds) {
  for (const id of TELLING) {
    const node = document.getElementById(id);
    const [old, now] = [was.get(id), node?.innerHTML];
    if (old === undefined || now === undefined || old === now) continue;
    node.innerHTML = id in MEANWHILE ? (MEANWHILE[id](node) ?? now) : old;
    const held = node.innerHTML;
    lasting(milliseconds).then(() => {
      if (node.innerHTML !== held) return;
      node.innerHTML = now;
      node.dispatchEvent(new CustomEvent("told", { bubbles: true }));
    });
  }
  for (const node of document.querySelectorAll(`.felt-discs .won, ${MADE}`)) {
    if (was.get("made").has(made(node))) continue;
    played(node.animate([{ opacity: 0 }, { opacity: 1 }], { delay: milliseconds, duration: 1, fill: "backwards" }));
  }
}

// So do the buttons by which one decides on them, hidden by the style; whoever was at one is there again.
const DECIDING = "#actions form:not([data-hat], #actions section form)";
let dealing;
let at;
function wait(milliseconds) {
  const here = document.activeElement;
  if (here.closest(DECIDING)) {
    at = here.id;
    bar.focus({ preventScroll: true });
  }
  article.classList.add("dealing");
  const lies = dealing = lasting(milliseconds);
  lies.then(() => { if (dealing === lies) ask(); });
}

function ask() {
  article.classList.remove("dealing");
  if (at && document.activeElement === bar) document.getElementById(at)?.focus({ preventScroll: true });
  dealing = at = null;
}

export function before() {
  return {
    outcome: outcome(),
    told: told(),
    cards: new Map([...document.querySelectorAll(CARDS)].map((node) => [card(node), picture(node)])),
    discs: new Map([...document.querySelectorAll(DISCS)].map((node) => [name(node), node])),
  };
}

export function after(was) {
  rest();
  if (calm.matches) return;
  const brought = outcome() === was.outcome ? null : document.querySelector("#outcome strong.won");
  let dealt = 0;
  for (const node of [...document.querySelectorAll(CARDS)].filter(shown)) {
    const old = was.cards.get(card(node));
    if (old === picture(node)) continue;
    const delay = CARD * dealt;
    dealt += 1;
    const from = old === undefined ? { transform: "translate(40px, -60px)", opacity: 0 } : { transform: "scaleX(0)" };
    played(node.animate([from, { transform: "none", opacity: 1 }], { delay, duration: LANDS, easing: "ease-out", fill: "backwards" }));
  }
  const lie = dealt ? CARD * (dealt - 1) + LANDS : 0;
  if (dealt) {
    chime("card");
    hold(was.told, lie);
    wait(lie);
  } else if (dealing) {
    ask(); // drawn anew, all lie
  }
  const now = new Set([...document.querySelectorAll(DISCS)].map(name));
  for (const [key, node] of was.discs) if (!now.has(key)) leaves(node, key.split(" ", 1)[0], lie);
  if (brought) comes(brought.textContent, lie);
}

// What was won comes from the bank to the hand.
function comes(words, delay) {
  const purse = document.getElementById("purse");
  if (!purse) return;
  const flying = Object.assign(document.createElement("span"), { className: "flying", textContent: words });
  flying.setAttribute("aria-hidden", "true");
  stage.append(flying);
  const from = stage.getBoundingClientRect();
  const to = purse.getBoundingClientRect();
  const arrives = { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)`, opacity: 1 };
  const starts = { transform: `translate(${from.width / 2}px, 2rem)`, opacity: 0 };
  played(flying.animate([starts, arrives], { delay, duration: 2 * CHIP, easing: "ease-in-out", fill: "backwards" })).then(() => flying.remove());
}

// A stake that is gone goes up to the bank.
function leaves(node, id, delay) {
  const layer = document.querySelector(`#${id} svg`);
  if (!layer || !shown(layer)) return;
  const ghost = node.cloneNode(true);
  ghost.classList.replace("disc", "ghost");
  layer.append(ghost);
  const gone = ghost.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-140px)", opacity: 0 }], { delay, duration: CHIP, easing: "ease-in", fill: "forwards" });
  played(gone).then(() => ghost.remove());
  chime("chip");
}
