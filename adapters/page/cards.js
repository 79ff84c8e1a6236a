// Cards laid out large, drawn as shapes; and cards as they are spoken.

import { element, withSuits } from "./element.js";
import { word } from "./words.js";

const SPACE = "http://www.w3.org/2000/svg";
const SUITS = {
  "♠": ["s", "M16 2C18 8 29 13 29 20a6 6 0 0 1-11 3.4c.3 2.7 1.2 4.6 2.8 6.6h-9.6c1.6-2 2.5-3.9 2.8-6.6A6 6 0 0 1 3 20C3 13 14 8 16 2z"],
  "♥": ["h", "M16 29C3 19 2 13.5 2 10.5a7.2 7.2 0 0 1 14-2.4 7.2 7.2 0 0 1 14 2.4C30 13.5 29 19 16 29z"],
  "♦": ["d", "M16 2 27 16 16 30 5 16z"],
  "♣": ["c", "M16 2a6 6 0 0 1 4.7 9.8A6 6 0 1 1 18 22c.3 3.2 1.2 5.6 2.8 8h-9.6c1.6-2.4 2.5-4.8 2.8-8a6 6 0 1 1-2.7-10.2A6 6 0 0 1 16 2z"],
};

const JOKER = "🃏", STAR = "M16 2l4 10h11l-9 7 4 11-10-7-10 7 4-11-9-7h11z";

// Hands side by side: one's own the largest.
export function drawHands(hands) {
  return element("div", { class: "hands" }, ...hands.map(drawHand));
}

function drawHand({ label, faces, note, slots, own, near }) {
  const free = Math.max(0, slots - faces.length);
  const laid = [...faces.map(drawFace), ...Array.from({ length: free }, () => element("span", { class: "slot" }))];
  const said = faces.length ? faces.map(spoken).join(word("comma")) : word("no-cards");
  return element("figure", { class: `hand${own ? " own" : ""}${near ? " near" : ""}` },
    element("figcaption", {}, withSuits(label)),
    element("div", { class: "faces", role: "img", "aria-label": said }, ...laid),
    note ? element("p", { class: "note" }, withSuits(note)) : "");
}

function drawFace(face) {
  const [kind, path] = face === JOKER ? ["joker", STAR] : (SUITS[face.at(-1)] ?? ["", ""]);
  const made = element("span", { class: `face ${kind}`, "data-card": face });
  if (!path) return made;
  made.append(element("b", {}, face === JOKER ? "JK" : face.slice(0, -1)), drawSuit(path), drawSuit(path));
  return made;
}

function drawSuit(path) {
  const made = document.createElementNS(SPACE, "svg");
  made.setAttribute("viewBox", "0 0 32 32");
  const shape = document.createElementNS(SPACE, "path");
  shape.setAttribute("d", path);
  made.append(shape);
  return made;
}

// A text as it is read out: "ace of spades" for A♠.
export function spoken(text) {
  return text.replaceAll(JOKER, word("joker")).replace(/(10|[2-9TJQKA])([♠♥♦♣])/gu, (_, rank, suit) => word("card", word(`rank-${rank}`), word(`suit-${SUITS[suit][0]}`)));
}
