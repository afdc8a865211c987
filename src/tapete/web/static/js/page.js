// What every page needs of script: htmx sends the visitor's token, notices go away, what is pressed stays, a narrow window has a menu.
"use strict";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = document.querySelector("meta[name=csrf]").content;
});

document.addEventListener("htmx:beforeRequest", () => {
  document.getElementById("notice").replaceChildren();
});

// Nothing is replaced under a finger, or its click would be lost: what would be waits until what is pressed is let go.
let pressed = null;
let letGo = () => {};
const press = () => { pressed ??= new Promise((resolve) => { letGo = resolve; }); };
const release = () => setTimeout(() => {
  pressed = null;
  letGo();
});
document.addEventListener("pointerdown", press, true);
document.addEventListener("keydown", (event) => { if (event.key === " ") press(); }, true);
for (const end of ["pointerup", "pointercancel", "dragend", "keyup"]) document.addEventListener(end, release, true);
window.addEventListener("blur", release);

// Leaving a field by pressing something else changes it: what that asks for is asked afterwards, and what had been asked
// for before and comes meanwhile is asked for again.
const typing = (event) => pressed && ["input", "change"].includes(event?.type);
document.addEventListener("htmx:confirm", (event) => {
  if (!typing(event.detail.triggeringEvent)) return;
  event.preventDefault();
  pressed.then(() => event.detail.issueRequest());
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { elt, triggeringEvent } = event.detail.requestConfig;
  if (!typing(triggeringEvent)) return;
  event.detail.shouldSwap = false;
  pressed.then(() => htmx.trigger(elt, triggeringEvent.type));
});

// What was refused is said in a line, in which the article is a link wherever the page says of which text it is.
const refused = (text, article = "") => {
  const line = document.createElement("p");
  const law = document.querySelector("[data-law]")?.dataset.law;
  const number = article.replace("art. ", "");
  const at = law && number ? text.lastIndexOf(number) : -1;
  line.append(at < 0 ? text : text.slice(0, at));
  if (at < 0) return line;
  const link = Object.assign(document.createElement("a"), { className: "article", textContent: number });
  link.href = law + encodeURIComponent(article);
  line.append(link, text.slice(at + number.length));
  return line;
};
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "notice") return;
  for (const line of target.querySelectorAll("[data-article]")) line.replaceWith(refused(line.textContent, line.dataset.article));
});

// In a narrow window the pages are a menu: opened and closed by its button, closed by Escape.
const menu = (open) => {
  const button = document.getElementById("menu");
  button.setAttribute("aria-expanded", String(open));
  button.closest("header").classList.toggle("open", open);
};
document.addEventListener("click", (event) => {
  if (event.target.closest("#menu")) menu(event.target.closest("#menu").getAttribute("aria-expanded") !== "true");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.closest("header.site.open")) return;
  menu(false);
  document.getElementById("menu").focus();
});

document.documentElement.classList.add("scripted");
