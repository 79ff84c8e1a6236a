// Elements out of values and text, and how they take the place of others.

const PIECES = /(?:10|[2-9TJQKA])[♠♥♦♣]|[♠♥♦♣]|\d{4}-\d\d-\d\d \d\d:\d\d UTC/gu;
const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// Text with its cards and suits in colour, where what is copied is the text itself, and with its
// times of day on the reader's own clock; the moment that numbers a round stays.
export function withSuits(text) {
  const made = document.createDocumentFragment();
  let from = 0;
  for (const found of text.matchAll(PIECES)) {
    made.append(text.slice(from, found.index));
    made.append(found[0].endsWith("UTC") ? drawTime(found[0]) : drawCard(found[0]));
    from = found.index + found[0].length;
  }
  made.append(text.slice(from));
  return made;
}

function drawCard(text) {
  return element("span", { class: `${text.length > 1 ? "card" : "suit"} ${SUITS[text.at(-1)]}` }, text);
}

function drawTime(text) {
  const at = new Date(text.replace(" UTC", "Z").replace(" ", "T"));
  if (Number.isNaN(at.getTime())) return text;
  const shown = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return element("time", { datetime: at.toISOString(), title: text }, shown);
}

// Put new parts into `place`, leaving the keyboard where it was: on the same button, on the one
// with the same key, or at least in the same place.
export function redraw(place, parts) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = held ? null : place.querySelector(".strip")?.scrollLeft;
  place.replaceChildren(...parts);
  if (scrolled) place.querySelector(".strip")?.scrollTo(scrolled, 0);
  if (!held) return;
  const { token, key, keep } = held.dataset;
  const wanted = [["token", token], ["key", key], ["keep", keep]].filter(([, value]) => value);
  const again = wanted.map(([name, value]) => place.querySelector(`[data-${name}="${CSS.escape(value)}"]:not(:disabled)`)).find(Boolean);
  place.tabIndex = -1;
  (again ?? place).focus({ preventScroll: true });
}
