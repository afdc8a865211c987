// What a screen reader says of a live table: each line once, in its order, and nothing of what was before the page was opened.
const region = document.getElementById("spoken");
let said = null;

function speak() {
  const lines = [...document.querySelectorAll("#news [data-n]")];
  const number = (line) => Number(line.dataset.n);
  const fresh = said === null ? [] : lines.filter((line) => number(line) > said);
  said = Math.max(said ?? 0, ...lines.map(number));
  if (!fresh.length) return;
  region.replaceChildren(
    ...fresh.map((line) => Object.assign(document.createElement("p"), { textContent: line.textContent, lang: line.lang })),
  );
}

if (region) {
  speak();
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id === "news") speak();
  });
}
