// What every page needs of script: htmx sends the visitor's token, notices go away, a phone has a menu.
"use strict";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = document.querySelector("meta[name=csrf]").content;
});

document.addEventListener("htmx:beforeRequest", () => {
  document.getElementById("notice").replaceChildren();
});

// On a phone the pages are a menu: opened and closed by its button, closed by Escape.
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
