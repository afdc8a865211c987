// A wheel that turns, and shows what fell at its top and in its middle.
const TURN = 2600;
const DROPS = 0.72; // the part of the run after which the ball lies in its pocket
const TRACK = "translateY(-35px)";
const LONG = 3; // letters more than which are a star

// How far it is turned with what fell at its top.
function turned(wheel, fell) {
  const pockets = JSON.parse(wheel.dataset.pockets);
  const places = pockets.flatMap((pocket, at) => (pocket === fell ? [at] : []));
  return -(360 * (places[Math.floor(Math.random() * places.length)] ?? 0)) / pockets.length;
}

// The disc turns, and the ball runs against it and falls from its track.
export function spin(wheel, fell) {
  const angle = turned(wheel, fell);
  const run = { duration: TURN, easing: "cubic-bezier(.15, .6, .25, 1)", fill: "forwards" };
  const falls = [
    { transform: TRACK },
    { transform: TRACK, offset: DROPS / 2, easing: "ease-in" },
    { transform: "none", offset: DROPS },
    { transform: "none" },
  ];
  return [
    wheel.querySelector(".disc-turns").animate([{ transform: `rotate(${angle - 720}deg)` }, { transform: `rotate(${angle}deg)` }], run),
    wheel.querySelector(".ball-runs").animate([{ transform: "rotate(1440deg)" }, { transform: "rotate(0deg)" }], run),
    wheel.querySelector(".ball").animate(falls, { duration: TURN, fill: "forwards" }),
  ];
}

// What fell stands in its middle; nothing before.
export function hub(wheel, fell) {
  const sector = wheel.querySelectorAll(".disc-turns path")[JSON.parse(wheel.dataset.pockets).indexOf(fell)];
  wheel.querySelector(".hub").setAttribute("class", `hub ${sector?.getAttribute("class") ?? ""}`);
  wheel.querySelector(".hub text").textContent = fell.length > LONG ? "★" : fell;
}

// It rests at what fell without having been seen to turn.
export function lay(wheel, fell) {
  wheel.querySelector(".disc-turns").style.transform = `rotate(${turned(wheel, fell)}deg)`;
  hub(wheel, fell);
}
