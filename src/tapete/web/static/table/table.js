// A live table: chips by mouse, touch or keys; every click is a command with a key of its own, sent again if the line drops.
"use strict";

(() => {
  const article = document.querySelector("[data-table]");
  const notice = document.getElementById("notice");
  const offline = document.getElementById("offline");

  // A random name for a command, so that the same command sent twice is applied once.
  const fresh = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const say = (line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    notice.replaceChildren(paragraph);
  };

  async function act(values) {
    const body = new URLSearchParams(values);
    const headers = {
      "X-CSRF-Token": document.querySelector("meta[name=csrf]").content,
      "Idempotency-Key": fresh(),
      Accept: "application/json",
    };
    notice.replaceChildren();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      try {
        const answer = await fetch(article.dataset.act, { method: "POST", body, headers });
        if (!answer.ok) say((await answer.json()).detail);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
      }
    }
    say(offline.textContent);
  }

  // Forms that htmx sends carry a new key for every submission.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "post") event.detail.headers["Idempotency-Key"] = fresh();
  });

  // The chosen chip
  const amount = () => {
    const chosen = document.querySelector("input[name=chip]:checked");
    return chosen ? chosen.value : "0";
  };

  const stake = (spot) => act({ do: "stake", on: spot.dataset.spot, cents: amount() });

  // The felt: one stop for the tab key, arrows from spot to spot, Enter or space puts a chip, Delete takes the stake back.
  const middle = (spot) => {
    const box = spot.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function next(spots, from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const spot of spots) {
      const [a, b] = middle(spot);
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      const distance = along + 3 * aside;
      if (along > 1 && distance < least) [best, least] = [spot, distance];
    }
    return best;
  }

  for (const felt of document.querySelectorAll("svg.felt-spots[data-stakes]")) {
    const spots = [...felt.querySelectorAll("[data-spot]")];
    if (spots.length) spots[0].setAttribute("tabindex", "0");
    felt.addEventListener("click", (event) => {
      const spot = event.target.closest("[data-spot]");
      if (spot) stake(spot);
    });
    felt.addEventListener("keydown", (event) => {
      const spot = event.target.closest("[data-spot]");
      if (!spot) return;
      if (event.key in ARROWS) {
        const other = next(spots, spot, ARROWS[event.key]);
        if (other) {
          spot.setAttribute("tabindex", "-1");
          other.setAttribute("tabindex", "0");
          other.focus();
        }
      } else if (event.key === "Enter" || event.key === " ") {
        stake(spot);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        act({ do: "withdraw", on: spot.dataset.spot });
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  // Typed bets are emptied once they are taken; a consequence goes once it has come about.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    if (event.target.matches("form[data-empties]")) event.target.reset();
    if (event.target.matches("form[data-closes]")) event.target.closest(".consequence").remove();
  });

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

  // Whether the page still follows.
  document.addEventListener("htmx:sseOpen", () => { offline.hidden = true; });
  document.addEventListener("htmx:sseError", () => { offline.hidden = false; });
  window.addEventListener("offline", () => { offline.hidden = false; });
})();
