// What lies beside the felt of a live table: tabs, a sheet on a phone; odds, commentary, numbers marked by hand.
import { article } from "./acting.js";

// Numbers that a player marks by hand: kept by the browser, and marked again when the page changes.
const kept = () => new Set(JSON.parse(sessionStorage.getItem("marks") || "[]"));
const marks = () => {
  const marked = kept();
  for (const button of document.querySelectorAll("[data-mark]")) {
    button.setAttribute("aria-pressed", String(marked.has(button.dataset.mark)));
  }
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mark]");
  if (!button) return;
  const marked = kept();
  if (!marked.delete(button.dataset.mark)) marked.add(button.dataset.mark);
  sessionStorage.setItem("marks", JSON.stringify([...marked].slice(-2000)));
  marks();
});
document.addEventListener("htmx:oobAfterSwap", marks);
if (article) marks();

// One tab is shown; which, is kept. Arrows go from tab to tab.
const rail = document.getElementById("rail");
const tabs = [...rail.querySelectorAll("[role=tab]")];
const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const chosen = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true");

// The odds of the moment are worked out only while somebody looks at them.
const refresh = () => {
  if (chosen().id === "tab-odds") htmx.trigger("#hints", "refresh");
};

// The commentary is read from its end.
const toTheEnd = () => {
  const happened = document.getElementById("panel-happened");
  happened.scrollTop = happened.scrollHeight;
};

function show(tab) {
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    panel(other).classList.toggle("shown", other === tab);
  }
  localStorage.setItem("tapete-rail", tab.id);
  refresh();
  toTheEnd();
}

for (const [at, tab] of tabs.entries()) {
  tab.addEventListener("click", () => show(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const other = tabs.at((at + step) % tabs.length);
    show(other);
    other.focus();
    event.preventDefault();
  });
}
document.addEventListener("htmx:sseMessage", refresh);
document.addEventListener("htmx:afterSettle", toTheEnd);
document.addEventListener("told", toTheEnd);
document.addEventListener("DOMContentLoaded", () => show(tabs.find((tab) => tab.id === localStorage.getItem("tapete-rail")) ?? tabs[0]));

// On a phone all of it is a sheet that slides up.
const opener = document.getElementById("rail-open");
function slide(open) {
  rail.classList.toggle("open", open);
  opener.setAttribute("aria-expanded", String(open));
  (open ? chosen() : opener).focus();
}
opener.addEventListener("click", () => slide(!rail.classList.contains("open")));
document.getElementById("rail-close").addEventListener("click", () => slide(false));
// What was previewed there and is done is told on the stage and in the bar, over which it lies.
rail.addEventListener("htmx:afterRequest", (event) => {
  const done = event.detail.successful && event.target.matches("form[data-closes]");
  if (done && rail.classList.contains("open")) slide(false);
});
rail.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && rail.classList.contains("open")) slide(false);
});
