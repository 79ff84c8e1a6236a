// What is said to a screen reader: in its time, or at once.

import { spoken } from "./cards.js";
import { element } from "./element.js";

const KEPT = 8;

export function tell(text, language) {
  say("told", text, language);
}

export function call(text, language) {
  say("called", text, language);
}

function say(id, text, language) {
  const place = document.getElementById(id);
  place.append(element("span", { lang: language }, `${spoken(text)} `));
  while (place.childNodes.length > KEPT) place.firstChild.remove();
}

// The lines of `after` that are new since `before`; both are windows on one growing log.
export function newLines(before, after) {
  for (let kept = Math.min(before.length, after.length); kept > 0; kept--) {
    if (before.slice(-kept).every((line, at) => line === after[at])) return after.slice(kept);
  }
  return after;
}
