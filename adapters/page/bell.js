// Tells that it is one's turn where nobody looks: two soft notes, and the title of the tab.

import { chosen } from "./settings.js";
import { word } from "./words.js";

const NOTES = [[659.3, 0], [880, 0.16]], LOUD = 0.12, LONG = 0.9, BLINK = 1000;
let context = null, waits = false, lit = true;

// A browser lets a page sound only after it was touched.
export function wake() {
  if (!chosen("sound")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

export function chime() {
  if (!chosen("sound") || !context) return;
  for (const [pitch, after] of NOTES) sound(pitch, context.currentTime + after);
}

function sound(pitch, at) {
  const [note, volume] = [context.createOscillator(), context.createGain()];
  note.type = "sine";
  note.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + LONG);
  note.connect(volume).connect(context.destination);
  note.start(at);
  note.stop(at + LONG);
}

// Whether somebody waits for this person, in the title of the tab.
export function wait(mine) {
  waits = mine;
  lit = true;
  write();
}

function write() {
  const title = word("title");
  if (!waits) document.title = title;
  else document.title = lit ? `● ${word("your-turn")} · ${title}` : `${title}`;
}

setInterval(() => {
  const blinks = waits && document.hidden && chosen("flash");
  if (!blinks && lit) return;
  lit = !blinks || !lit;
  write();
}, BLINK);
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { capture: true });
