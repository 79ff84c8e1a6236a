// Clocks that tick by themselves: a bar and the seconds left, in another colour near the end.

import { element } from "./element.js";
import { word } from "./words.js";

const DAY = 24 * 60; // minutes
const LATE = 0.25, LATE_LEAST = 6000, LATE_MOST = 15000;

// `ends` in milliseconds of the server, `span` how long it is in all, where that is known.
export function drawClock(ends, span) {
  const bar = element("progress", { max: "1", value: "1", "aria-label": word("time-left") });
  return element("p", { class: "clock", role: "timer", "aria-live": "off", "data-ends": ends, "data-span": span }, bar, element("span"));
}

// How much each clock of no known span had left when it was first seen, so that its bar begins full.
const wholes = new Map();

function whole(clock, left) {
  if (clock.dataset.span) return Number(clock.dataset.span);
  if (!wholes.has(clock.dataset.ends)) {
    if (wholes.size > 100) wholes.clear();
    wholes.set(clock.dataset.ends, Math.max(left, 1));
  }
  return wholes.get(clock.dataset.ends);
}

// Let every clock on display show what is left at `now` (milliseconds of the server).
export function tick(now) {
  for (const clock of document.querySelectorAll(".clock")) {
    const left = Math.max(0, Number(clock.dataset.ends) - now);
    const all = whole(clock, left);
    clock.firstChild.value = Math.min(1, left / all);
    clock.lastChild.textContent = inWords(Math.ceil(left / 1000));
    clock.classList.toggle("late", left < Math.min(LATE_MOST, Math.max(LATE_LEAST, all * LATE)));
  }
}

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60), days = Math.floor(minutes / DAY);
  if (days) return word("days-left", String(days), `${Math.floor((minutes % DAY) / 60)}:${two(minutes % 60)}`);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
