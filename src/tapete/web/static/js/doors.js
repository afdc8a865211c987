// A round to step through: one step at a time, by buttons, or by itself until it is stopped.
"use strict";
const PACE = 2200;
const REST = 6000;

function walk(box) {
  const steps = [...box.querySelectorAll(".walk-steps > li")];
  const run = box.querySelector("[data-run]");
  let at = 0;
  let timer = 0;

  function show(to) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    for (const part of box.querySelectorAll("[data-frame]")) part.toggleAttribute("hidden", +part.dataset.frame !== at);
    box.querySelector("[data-count]").textContent = `${at + 1} / ${steps.length}`;
    box.querySelector("[data-back]").disabled = at === 0;
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    run.textContent = run.dataset.go;
  }
  function go() {
    const last = at === steps.length - 1;
    timer = setTimeout(() => { show(last ? 0 : at + 1); go(); }, last ? REST : PACE);
    run.textContent = run.dataset.stop;
  }
  box.classList.add("stepping");
  box.querySelector("[data-back]").addEventListener("click", () => { stop(); show(at - 1); });
  box.querySelector("[data-next]").addEventListener("click", () => { stop(); show(at === steps.length - 1 ? 0 : at + 1); });
  run.addEventListener("click", () => (timer ? stop() : go()));
  show(0);
  if ("auto" in box.dataset && !matchMedia("(prefers-reduced-motion: reduce)").matches) go();
}

document.querySelectorAll("[data-walk]").forEach(walk);
