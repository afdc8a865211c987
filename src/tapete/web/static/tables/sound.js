// Sounds of a table, made on the spot, off until somebody switches them on.
const toggle = document.getElementById("sound");
let context = null;
const on = () => localStorage.getItem("tapete-sound") === "on";

function tone(frequency, start, length, gain, type = "triangle") {
  const source = new OscillatorNode(context, { frequency, type });
  const volume = new GainNode(context, { gain: 0 });
  const at = context.currentTime + start;
  volume.gain.setValueAtTime(gain, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

function noise(start, length, gain, frequency) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / frames);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(context.destination);
  source.start(context.currentTime + start);
}

const SOUNDS = {
  chip: () => { tone(2400, 0, 0.06, 0.12); tone(3100, 0.03, 0.05, 0.08); },
  card: () => noise(0, 0.09, 0.5, 3000),
  ball: () => { for (let at = 0, gap = 0.06; at < 2.2; gap *= 1.09, at += gap) noise(at, 0.03, 0.35, 1800); },
  dice: () => { for (const at of [0, 0.14, 0.33, 0.6]) noise(at, 0.06, 0.6, 1200); },
  call: () => { tone(660, 0, 0.18, 0.08, "sine"); tone(880, 0.12, 0.25, 0.08, "sine"); },
};

export function chime(name) {
  if (!on()) return;
  context ??= new AudioContext();
  SOUNDS[name]();
}

const show = () => toggle?.setAttribute("aria-pressed", String(on()));
toggle?.addEventListener("click", () => {
  localStorage.setItem("tapete-sound", on() ? "off" : "on");
  show();
  chime("call");
});
show();
