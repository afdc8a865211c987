// What every page needs of script: htmx sends the visitor's token, notices go away, filter forms need no button.
"use strict";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = document.querySelector("meta[name=csrf]").content;
});

document.addEventListener("htmx:beforeRequest", () => {
  document.getElementById("notice").replaceChildren();
});

document.documentElement.classList.add("scripted");
