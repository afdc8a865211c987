// What one may do at a live table: stakes at one touch, amounts, and fields that stay filled while the table goes on.
import { act, article } from "./acting.js";

// Several acts one after another, until one of them is refused.
async function all(acts) {
  for (const values of acts) if (!(await act(values))) return;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-acts]");
  if (!button) return;
  button.disabled = true;
  all(JSON.parse(button.dataset.acts));
});

// A favourite is kept by the browser, one for each game: stakes that lie are kept as it, and it is laid where none lie.
const favourites = () => JSON.parse(localStorage.getItem("tapete-favourites") || "{}");
const offer = () => {
  const button = document.getElementById("favourite");
  if (!button) return;
  const lying = Object.keys(JSON.parse(button.dataset.keeps)).length > 0;
  button.hidden = !lying && !favourites()[button.dataset.for];
  button.textContent = lying ? "☆" : "★";
  button.title = lying ? button.dataset.keep : button.dataset.lay;
  button.setAttribute("aria-label", button.title);
};
document.addEventListener("click", (event) => {
  if (event.target.id !== "favourite") return;
  const button = event.target;
  const lying = JSON.parse(button.dataset.keeps);
  const kept = favourites();
  if (Object.keys(lying).length) {
    localStorage.setItem("tapete-favourites", JSON.stringify({ ...kept, [button.dataset.for]: lying }));
    button.hidden = true;
  } else {
    all(Object.entries(kept[button.dataset.for]).map(([on, cents]) => ({ do: "stake", on, cents })));
  }
});
document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target.id === "actions") offer(); });
offer();

// An amount by its slider, by a size that is often taken, or typed: each shows what the others say.
const point = document.documentElement.lang === "en" ? "." : ",";
const euros = (cents) => (cents % 100 ? (cents / 100).toFixed(2).replace(".", point) : String(cents / 100));
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
let held = "";
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.id !== "actions") return;
  held = event.detail.target.contains(document.activeElement) ? document.activeElement.id || "bar" : "";
  unfolded = document.getElementById("more-acts")?.open ?? false;
  begun = new Map([...filled()].map((field) => [same(field), field.type === "checkbox" ? field.checked : field.value]));
});
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id !== "actions") return;
  // Whoever pressed what is gone now stays at the bar, not at the top of the page.
  if (held && !document.getElementById(held)) document.getElementById("bar").focus({ preventScroll: true });
  if (unfolded) document.getElementById("more-acts")?.setAttribute("open", "");
  for (const field of filled()) {
    const was = begun.get(same(field));
    if (was === undefined) continue;
    if (field.type === "checkbox") field.checked = was;
    else field.value = was;
  }
});

// Typed bets are emptied once they are taken, unless the next is being typed; a consequence goes once it has come about.
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  const sent = event.detail.requestConfig.parameters;
  const rests = (field) => sent[field.name] === undefined || field.value === sent[field.name];
  if (event.target.matches("form[data-empties]") && [...event.target.elements].every(rests)) event.target.reset();
  if (event.target.matches("form[data-closes]")) event.target.closest(".consequence").remove();
});

// What was shown back and is not so, goes.
document.addEventListener("click", (event) => {
  const dismiss = event.target.closest("[data-dismiss]");
  if (dismiss) dismiss.closest(".consequence").remove();
});

// Who asked for something does not agree to it as well.
const own = () => {
  const asked = document.querySelector("[data-by]");
  if (asked?.dataset.by === article.dataset.account) asked.querySelector("#agree")?.closest("form").remove();
};
document.addEventListener("htmx:oobAfterSwap", own);
own();

// Whoever holds several roles wears one at a time, and the same again after a reload.
const table = document.querySelector("[data-worn]");
const wear = (role) => {
  const choice = document.getElementById(`worn-${role}`);
  if (!choice) return;
  choice.checked = true;
  table.dataset.worn = role;
  sessionStorage.setItem("worn", role);
};
if (table) {
  wear(sessionStorage.getItem("worn"));
  document.addEventListener("change", (event) => {
    if (event.target.name === "worn") wear(event.target.value);
  });
}
