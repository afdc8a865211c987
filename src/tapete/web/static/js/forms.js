// Forms: one that is refused says why beside itself, in the page's language, and keeps what was written.
"use strict";
{
  const TABLE = "[data-table] .bar"; // at a table the bar has a place of its own for it
  const words = () => JSON.parse(document.body.dataset.words);

  // Says a line beside a form, in place of what was said before; none takes that away.
  const beside = (form, text, article) => {
    if (form.closest(TABLE)) {
      document.getElementById("notice").replaceChildren(...(text ? [paragraph(text, article)] : []));
      return;
    }
    form.querySelector(".beside")?.remove();
    if (!text) return;
    form.append(Object.assign(paragraph(text, article), { className: "refusal beside", role: "alert" }));
    form.lastChild.scrollIntoView({ block: "nearest" });
  };
  const paragraph = (text, article) => refused(text.charAt(0).toUpperCase() + text.slice(1), article);
  const said = (form, line) => beside(form, line.textContent.trim(), line.dataset.article);

  // What a field is called, without what lies in it.
  const named = (field) => {
    const legend = field.closest("fieldset")?.querySelector("legend");
    const label = field.type === "radio" ? legend : field.labels?.[0] ?? legend;
    const text = [...(label?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
    return text.join(" ").trim() || field.getAttribute("aria-label") || label?.innerText || field.name;
  };
  const wrong = (field) => {
    const state = field.validity;
    const kind = state.valueMissing ? "missing" : state.tooShort ? "short" : state.rangeUnderflow ? "least" : state.rangeOverflow ? "most" : "number";
    const bound = { short: field.minLength, least: field.min, most: field.max }[kind] ?? "";
    return `${named(field)}: ${words()[kind].replace("#", bound)}`;
  };
  document.addEventListener("invalid", (event) => {
    event.preventDefault();
    const form = event.target.form;
    if (!form || [...form.elements].find((field) => field.willValidate && !field.validity.valid) !== event.target) return;
    beside(form, wrong(event.target));
    event.target.focus();
  }, true);

  document.addEventListener("input", (event) => {
    if (event.target.form && !event.target.closest(TABLE)) beside(event.target.form, "");
  });

  // What htmx sent is answered in the page's notice, but for what lies far from it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig?.elt.closest("form");
    if (!event.detail.isError || !form || form.closest(TABLE)) return;
    event.detail.shouldSwap = false;
    const { body } = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    said(form, body.querySelector("[data-article]") ?? body);
  });

  // A page that answers: one line of it is said beside the form, what marks its fields takes the place of the page.
  const show = (form, page, refusal) => {
    const lines = page.querySelectorAll("main [role=alert], main .refused h1");
    if (refusal && lines.length === 1 && !page.querySelector("main [aria-invalid]")) {
      said(form, lines[0]);
      return;
    }
    document.title = page.title;
    document.querySelector("main").replaceWith(page.querySelector("main"));
    const main = document.querySelector("main");
    htmx.process(main);
    (main.querySelector("[aria-invalid]") ?? main).focus();
  };

  const send = async (form, button) => {
    const sent = new FormData(form, button);
    const path = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
    const body = form.enctype === "multipart/form-data" ? sent : new URLSearchParams(sent);
    const answer = await fetch(path, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!answer.redirected) show(form, new DOMParser().parseFromString(await answer.text(), "text/html"), !answer.ok);
    else if (answer.url === location.href) location.reload();
    else location.assign(answer.url);
  };
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    if (form.hasAttribute("aria-busy")) return;
    beside(form, "");
    form.setAttribute("aria-busy", "true");
    try {
      await send(form, event.submitter);
    } catch {
      beside(form, words().offline);
    }
    form.removeAttribute("aria-busy");
  });
}
