// A round to step through: one step at a time, by buttons, or by itself until it is stopped.
import { hub, lay, spin } from "./wheel.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PACE = 2200;
const REST = 6000;
const FALLS = 3600;

function walk(box) {
  const steps = [...box.querySelectorAll(".walk-steps > li")];
  const run = box.querySelector("[data-run]");
  const wheel = box.querySelector(".wheel");
  let at = 0;
  let timer = 0;

  function show(to) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    for (const part of box.querySelectorAll("[data-frame]")) part.toggleAttribute("hidden", +part.dataset.frame !== at);
    box.querySelector("[data-count]").textContent = `${at + 1} / ${steps.length}`;
    box.querySelector("[data-back]").disabled = at === 0;
    box.classList.remove("turning");
    turn(steps[at].dataset.fell);
  }
  // What falls in a step is seen falling; what fell before stays.
  function turn(fell) {
    if (!wheel) return;
    if (fell && calm.matches) lay(wheel, fell);
    else if (fell) falls(wheel, fell);
    else if (at === 0) hub(wheel, "");
  }
  async function falls(wheel, fell) {
    box.classList.add("turning");
    await Promise.all(spin(wheel, fell).map((part) => part.finished));
    hub(wheel, fell);
    box.classList.remove("turning");
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    run.textContent = run.dataset.go;
  }
  function go() {
    const last = at === steps.length - 1;
    const pause = last ? REST : steps[at].dataset.fell ? FALLS : PACE;
    timer = setTimeout(() => { show(last ? 0 : at + 1); go(); }, pause);
    run.textContent = run.dataset.stop;
  }
  box.classList.add("stepping");
  box.querySelector("[data-back]").addEventListener("click", () => { stop(); show(at - 1); });
  box.querySelector("[data-next]").addEventListener("click", () => { stop(); show(at === steps.length - 1 ? 0 : at + 1); });
  run.addEventListener("click", () => (timer ? stop() : go()));
  show(0);
  if ("auto" in box.dataset && !calm.matches) go();
}

document.querySelectorAll("[data-walk]").forEach(walk);
