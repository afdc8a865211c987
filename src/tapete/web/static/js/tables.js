// Tables to read: sorted by a column, filtered by words, and taken along as a file, as they are shown.
"use strict";
{
  const MANY = 8; // rows from which on there is something to look for
  const comma = !document.documentElement.lang.startsWith("en");
  const words = () => JSON.parse(document.body.dataset.words);
  const text = (cell) => cell?.innerText.trim().replace(/\s+/g, " ") ?? "";

  // The first number that is written in a cell, as the reader's language writes it.
  const number = (cell) => {
    const [found] = text(cell).match(/[-−]?\d[\d.,]*/) ?? [];
    if (found === undefined) return NaN;
    const plain = comma ? found.replaceAll(".", "").replace(",", ".") : found.replaceAll(",", "");
    return Number(plain.replace("−", "-"));
  };

  function sort(table, heads, head) {
    const at = heads.indexOf(head);
    const down = head.getAttribute("aria-sort") === "ascending";
    const figures = head.classList.contains("num");
    const key = figures ? (row) => number(row.cells[at]) : (row) => text(row.cells[at]);
    const order = (one, other) => {
      if (!figures) return one.localeCompare(other, document.documentElement.lang, { numeric: true });
      return Number.isNaN(one) - Number.isNaN(other) || one - other;
    };
    const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
    rows.sort(([one], [other]) => (down ? -1 : 1) * order(one, other));
    table.tBodies[0].append(...rows.map(([, row]) => row));
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }

  function filter(table, sought) {
    const plain = (line) => line.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    for (const row of table.tBodies[0].rows) row.hidden = !plain(row.textContent).includes(plain(sought.trim()));
  }

  // What a spreadsheet would take for a formula stands behind an apostrophe.
  const cell = (line) => `"${(/^[=+@\t]|^-(?!\d)/.test(line) ? `'${line}` : line).replaceAll('"', '""')}"`;
  function take(table) {
    const rows = [...table.rows].filter((row) => !row.hidden);
    const lines = rows.map((row) => [...row.cells].filter((each) => !each.matches(".bar")).map((each) => cell(text(each))).join(comma ? ";" : ","));
    const file = new Blob(["\ufeff", lines.join("\n"), "\n"], { type: "text/csv" });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${document.title.split(" · ")[0]}.csv` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function equip(table) {
    table.dataset.equipped = "";
    const heads = [...table.tHead.rows[0].cells];
    for (const head of heads.filter((each) => !each.matches(".bar"))) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "sorts" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, heads, head));
    }
    const tools = Object.assign(document.createElement("div"), { className: "table-tools" });
    if (table.tBodies[0].rows.length >= MANY) {
      const field = Object.assign(document.createElement("input"), { type: "search", placeholder: words().filter });
      field.setAttribute("aria-label", words().filter);
      field.addEventListener("input", () => filter(table, field.value));
      tools.append(field);
    }
    const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: words().take });
    button.addEventListener("click", () => take(table));
    tools.append(button);
    (table.closest(".scroll") ?? table).before(tools);
  }

  const all = () => document.querySelectorAll("table.sortable:not([data-equipped])").forEach(equip);
  document.addEventListener("DOMContentLoaded", all);
  document.addEventListener("htmx:afterSettle", all);
}
