// A live table as it goes on: its stream, its clock, the chance that a player's browser adds.
import { article, fresh } from "./acting.js";
import { after, before, chance, fell, moves } from "./moment.js";
import "./felt.js";
import "./bar.js";
import "./rail.js";
import "./spoken.js";

const offline = document.getElementById("offline");

// Once the next round's seed is promised, the browser of who sits adds chance of its own to it.
let brought = "";
const bring = () => {
  const promised = document.querySelector("[data-promise]");
  if (!promised || promised.dataset.promise === brought) return;
  brought = promised.dataset.promise;
  const headers = {
    "X-CSRF-Token": document.querySelector("meta[name=csrf]").content,
    "Idempotency-Key": fresh(),
    Accept: "application/json",
  };
  const body = new URLSearchParams({ value: fresh() + fresh() });
  fetch(article.dataset.act.replace(/act$/, "bring"), { method: "POST", body, headers }).catch(() => {
    brought = "";
  });
};
document.addEventListener("htmx:oobAfterSwap", bring);
if (article) bring();

// How long until the table goes on by itself, by the server's clock; it is there to be read, and not spoken each second.
const ahead = article ? Date.now() - Number(article.dataset.now) : 0;
const until = (at) => Math.max(0, Math.ceil((Number(at) + ahead - Date.now()) / 1000));
const count = () => {
  for (const time of document.querySelectorAll(".warned .left")) time.textContent = `${until(time.dataset.until)} s`;
  for (const timer of document.querySelectorAll(".countdown")) {
    const left = until(timer.dataset.until);
    const [seen, read] = timer.children;
    seen.textContent = left ? `${left} s` : "…";
    read.textContent = timer.dataset.words.replace("#", left);
    timer.classList.toggle("soon", left <= 3);
  }
};
setInterval(count, 250);
document.addEventListener("htmx:oobAfterSwap", count);
count();

// How long a player has been waited for.
const LONG = 60;
const tick = () => {
  for (const clock of document.querySelectorAll(".clock")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Number(clock.dataset.since)) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.classList.toggle("long", seconds >= LONG);
  }
};
setInterval(tick, 1000);
document.addEventListener("htmx:oobAfterSwap", tick);
tick();

// A line that opens tells how the table stands: what is shown already stays, with what is being typed in it. What fell is
// seen falling before the page tells it, and nothing is told under a finger; what comes meanwhile takes its place.
let held = null;
let was = null;
const coming = (data) => (data.includes('id="fell"') ? fell(new DOMParser().parseFromString(data, "text/html")) : {});

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, lastEventId, data } = event.detail;
  const shown = document.querySelector(".standing");
  if (!shown || type !== "state") return;
  event.preventDefault();
  if (held !== null) held = data;
  else if (lastEventId !== shown.dataset.position) tell(data);
});

async function tell(data) {
  held = data;
  try {
    await fall(coming(data));
  } finally {
    await pressed;
    was = before();
    const latest = held;
    held = null;
    htmx.swap("#state", latest, { swapStyle: "innerHTML", settleDelay: 0, swapDelay: 0 });
    htmx.trigger("#state", "htmx:sseMessage");
  }
}

async function fall(next) {
  if (!next.key || next.key === fell(document).key || !moves()) return;
  article.classList.add("falling");
  try {
    await chance(next);
  } finally {
    article.classList.remove("falling");
  }
}

document.addEventListener("htmx:sseMessage", () => {
  if (was) after(was);
  was = null;
});

// Whether the page still follows.
let stream = null;
const follows = () => { offline.hidden = stream !== null && stream.readyState === EventSource.OPEN; };
document.addEventListener("htmx:sseOpen", (event) => { stream = event.detail.source; follows(); });
document.addEventListener("htmx:sseError", follows);
window.addEventListener("offline", () => { offline.hidden = false; });
window.addEventListener("online", follows);
