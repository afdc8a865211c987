// What lies beside the felt of a live table: hints, commentary, numbers marked by hand.
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

// Hints are asked for again whenever the table moves on, while they are switched on.
const hints = document.getElementById("hints");
const wanted = document.getElementById("hints-on");
if (wanted) {
  wanted.checked = localStorage.getItem("tapete-hints") === "on";
  const refresh = () => {
    localStorage.setItem("tapete-hints", wanted.checked ? "on" : "off");
    if (wanted.checked) htmx.trigger(hints, "refresh");
    else hints.replaceChildren();
  };
  wanted.addEventListener("change", refresh);
  document.addEventListener("htmx:sseMessage", refresh);
  if (wanted.checked) document.addEventListener("DOMContentLoaded", refresh);
}

// The commentary is read from its end.
const toTheEnd = () => {
  for (const talk of document.querySelectorAll(".talk")) talk.scrollTop = talk.scrollHeight;
};
document.addEventListener("htmx:afterSettle", toTheEnd);
document.addEventListener("DOMContentLoaded", toTheEnd);
