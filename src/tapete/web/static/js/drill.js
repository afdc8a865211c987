// How long a question has been there, told to the eye only.
"use strict";
const clock = document.querySelector("[data-clock]");

if (clock) {
  const began = performance.now();
  clock.hidden = false;
  setInterval(() => { clock.textContent = `${Math.floor((performance.now() - began) / 1000)} s`; }, 1000);
}
