// Commands of a live table: each has a key of its own, so that one sent twice is applied once, and is sent again if the line drops.
export const article = document.querySelector("[data-table]");
const notice = document.getElementById("notice");
const offline = document.getElementById("offline");

// A random name for a command.
export const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const say = (line, article) => notice.replaceChildren(refused(line, article));

// Whether it was taken.
export async function act(values) {
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
      if (answer.ok) return true;
      const { detail, article: by } = await answer.json();
      say(detail, by);
      return false;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
  say(offline.textContent);
  return false;
}

// Forms that htmx sends carry a new key for every submission.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post") event.detail.headers["Idempotency-Key"] = fresh();
});

// A refusal is of its moment, and so is what was said to follow: once the table waits for something else, it is no longer
// true. It stays long enough to be read all the same: bets may close as soon as one was refused.
const READ = 4000;
let since = 0;
new MutationObserver(() => { since = Date.now(); }).observe(notice, { childList: true });
const forget = () => {
  const line = notice.firstElementChild;
  setTimeout(() => { if (notice.firstElementChild === line) notice.replaceChildren(); }, since + READ - Date.now());
};
const moment = () => document.querySelector(".standing").dataset.position.split(".")[0] + document.getElementById("waiting").textContent;
let then = article ? moment() : "";
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id !== "status" || moment() === then) return;
  then = moment();
  forget();
  for (const said of document.querySelectorAll("#rail .beside")) said.remove();
  document.getElementById("preview")?.replaceChildren();
  for (const opened of document.querySelectorAll("#rail details[open]:has(#mend)")) htmx.trigger(opened, "toggle");
});
