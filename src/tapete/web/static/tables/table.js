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

  // The chosen chip
  const amount = () => {
    const chosen = document.querySelector("input[name=chip]:checked");
    return chosen ? chosen.value : "0";
  };

  // What is open changes with the layer of chips: spots that take none, and those that take one amount only.
  const layer = (spot) => spot.closest(".shape").querySelector(".felt-discs");
  const fixed = (spot) => JSON.parse(layer(spot).dataset.fixed)[spot.dataset.spot];
  const closed = (spot) => layer(spot).querySelector(`[data-closed="${CSS.escape(spot.dataset.spot)}"]`) !== null;

  const stake = (spot) => act({ do: "stake", on: spot.dataset.spot, cents: fixed(spot) ?? amount() });

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

  // A thumb covers several spots where some are small: those within its reach are offered, the nearest first.
  const THUMB = 44;
  const NEAR = 4; // pixels from a small spot at which a touch may still be meant for it
  const chooser = document.getElementById("chooser");

  function distance(spot, x, y) {
    const box = spot.querySelector("rect").getBoundingClientRect();
    const aside = Math.max(box.left - x, 0, x - box.right);
    const above = Math.max(box.top - y, 0, y - box.bottom);
    return { spot, away: Math.hypot(aside, above), small: Math.min(box.width, box.height) < THUMB };
  }

  // The spot that was touched, then the small ones by their distance, then the cells around.
  function within(spots, touched, x, y) {
    const found = spots.filter((spot) => !closed(spot)).map((spot) => distance(spot, x, y));
    const order = (near) => (near.spot === touched ? 0 : near.small ? 1 : 2);
    return found.filter((near) => near.away <= THUMB / 2).sort((a, b) => order(a) - order(b) || a.away - b.away);
  }

  function choose(near, from, x, y) {
    const items = near.map(({ spot }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      const [, name, pays] = spot.querySelector("title").textContent.match(/^(.*?)(?:, ([^,]*))?$/);
      button.append(name, Object.assign(document.createElement("small"), { textContent: pays ?? "" }));
      button.dataset.puts = spot.dataset.spot;
      button.addEventListener("click", () => { chooser.close(); stake(spot); });
      item.append(button);
      return item;
    });
    chooser.querySelector("ul").replaceChildren(...items);
    chooser.showModal();
    const { width, height } = chooser.getBoundingClientRect();
    const below = y + THUMB / 2;
    const above = Math.max(y - THUMB / 2 - height, 8);
    chooser.style.left = `${Math.min(Math.max(x - width / 2, 8), innerWidth - width - 8)}px`;
    chooser.style.top = `${below + height <= innerHeight - 8 ? below : above}px`;
    chooser.addEventListener("close", () => from.focus(), { once: true });
  }

  if (chooser) {
    chooser.addEventListener("click", (event) => {
      if (event.target === chooser || event.target.closest("[data-close]")) chooser.close();
    });
  }

  function touched(spots, spot, event) {
    const near = within(spots, spot, event.clientX, event.clientY);
    if (near.length > 1 && near.some((other) => other.small && other.away <= NEAR)) choose(near, spot, event.clientX, event.clientY);
    else stake(spot);
  }

  for (const felt of document.querySelectorAll("svg.felt-spots[data-stakes]")) {
    const spots = [...felt.querySelectorAll("[data-spot]")];
    if (spots.length) spots[0].setAttribute("tabindex", "0");
    felt.addEventListener("click", (event) => {
      const spot = event.target.closest("[data-spot]");
      if (!spot) return;
      if (event.pointerType === "touch" || event.pointerType === "pen") touched(spots, spot, event);
      else stake(spot);
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

  // Screen readers are told which spots take no chips now.
  const tell = () => {
    for (const spot of document.querySelectorAll("svg.felt-spots[data-stakes] [data-spot]")) {
      spot.setAttribute("aria-disabled", closed(spot));
    }
  };
  tell();
  document.addEventListener("htmx:oobAfterSwap", tell);

  // An amount by its slider, by a size that is often taken, or typed: each shows what the others say.
  const euros = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
  const cents = (text) => Math.round(100 * Number(text.replace(",", ".")));
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form.amount");
    if (!form) return;
    if (event.target.type === "range") form.elements.euros.value = euros(Number(event.target.value));
    else form.querySelector("[type=range]").value = cents(event.target.value) || 0;
  });
  document.addEventListener("click", (event) => {
    const size = event.target.closest("[data-size]");
    if (!size) return;
    const form = size.closest("form");
    form.elements.euros.value = size.dataset.size;
    form.querySelector("[type=range]").value = cents(size.dataset.size);
  });

  // What is open is shown anew whenever anything happens: what was typed or picked meanwhile stays where it is still open.
  let begun = new Map();
  const filled = () => document.querySelectorAll("#actions :is(input:not([type=hidden]), select)");
  const same = (field) => `${field.id || field.value} ${field.min ?? ""} ${field.max ?? ""} ${field.closest("form").innerText}`;
  let unfolded = false;
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id !== "actions") return;
    unfolded = document.getElementById("more-acts")?.open ?? false;
    begun = new Map([...filled()].map((field) => [same(field), field.type === "checkbox" ? field.checked : field.value]));
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "actions") return;
    if (unfolded) document.getElementById("more-acts")?.setAttribute("open", "");
    for (const field of filled()) {
      const was = begun.get(same(field));
      if (was === undefined) continue;
      if (field.type === "checkbox") field.checked = was;
      else field.value = was;
    }
  });

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

  // The commentary is read from its end.
  const toTheEnd = () => {
    for (const talk of document.querySelectorAll(".talk")) talk.scrollTop = talk.scrollHeight;
  };
  document.addEventListener("htmx:afterSettle", toTheEnd);
  document.addEventListener("DOMContentLoaded", toTheEnd);

  // A line that opens tells how the table stands: what is shown already stays, with what is being typed in it.
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    const shown = document.querySelector(".standing");
    if (shown && event.detail.type === "state" && event.detail.lastEventId === shown.dataset.position) event.preventDefault();
  });

  // Whether the page still follows.
  let stream = null;
  const follows = () => { offline.hidden = stream !== null && stream.readyState === EventSource.OPEN; };
  document.addEventListener("htmx:sseOpen", (event) => { stream = event.detail.source; follows(); });
  document.addEventListener("htmx:sseError", follows);
  window.addEventListener("offline", () => { offline.hidden = false; });
  window.addEventListener("online", follows);
})();
