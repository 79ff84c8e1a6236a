// Messages as elements. Text only ever becomes text nodes.

import { word } from "./words.js";

const CARDS = /((?:10|[2-9TJQKA])[♠♥♦♣])|([♠♥♦♣])/gu;

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

// Text with its cards and suits in colour; what is copied from it is the text itself.
export function withSuits(text) {
  const made = document.createDocumentFragment();
  let from = 0;
  for (const found of text.matchAll(CARDS)) {
    made.append(text.slice(from, found.index));
    const red = /[♥♦]/u.test(found[0]) ? "red" : "black";
    made.append(element("span", { class: `${found[1] ? "card" : "suit"} ${red}` }, found[0]));
    from = found.index + found[0].length;
  }
  made.append(text.slice(from));
  return made;
}

// The parts of a message. `hand` has `press(token, values, from)` and `pressed(token)`.
export function drawMessage(message, hand) {
  const parts = [];
  if (message.title || message.clock) parts.push(drawTop(message));
  if (message.picture) parts.push(element("img", { class: "picture", src: message.picture.src, alt: message.picture.alt }));
  if (message.text) parts.push(element("p", { class: "text", dir: "auto" }, withSuits(message.text)));
  if (message.fields) parts.push(element("dl", {}, ...message.fields.map(drawField)));
  if (message.log) parts.push(element("ul", { class: "happened" }, ...message.log.map((line) => element("li", { dir: "auto" }, withSuits(line)))));
  if (message.select) parts.push(drawSelect(message.select, hand));
  if (message.rows) parts.push(element("div", { class: "rows" }, ...message.rows.map((row) => drawRow(row, hand))));
  return parts;
}

function drawTop({ title, clock }) {
  return element("div", { class: "top" }, title ? element("h3", { dir: "auto" }, withSuits(title)) : "", clock ? drawClock(clock) : "");
}

function drawField([name, value]) {
  return element("div", {}, element("dt", { dir: "auto" }, withSuits(name)), element("dd", { dir: "auto" }, withSuits(value)));
}

function drawRow(row, hand) {
  return element("div", { class: "row" }, ...row.map((button) => drawButton(button, hand)));
}

function drawButton(button, hand) {
  const made = element("button", { type: "button", class: button.look, dir: "auto", "data-token": button.token }, withSuits(button.label));
  made.disabled = button.disabled || hand.pressed(button.token);
  if (button.disabled) made.dataset.off = "";
  made.addEventListener("click", () => hand.press(button.token, {}, made));
  return made;
}

function drawSelect(select, hand) {
  const options = select.choices.map((choice) => element("option", { value: choice.value, selected: choice.chosen }, choice.label));
  if (!select.choices.some((choice) => choice.chosen)) options.unshift(element("option", { value: "", selected: true, disabled: true }, "…"));
  const made = element("select", { "data-token": select.token }, ...options);
  made.disabled = hand.pressed(select.token);
  made.addEventListener("change", () => hand.press(select.token, { choice: made.value }, made));
  return element("label", { class: "select" }, element("span", { dir: "auto" }, select.label), made);
}

function drawClock(ends) {
  const bar = element("progress", { max: "1", value: "1", "aria-label": word("time-left") });
  return element("p", { class: "clock", role: "timer", "aria-live": "off", "data-ends": String(ends) }, bar, element("span"));
}

// How much each clock had left when it was first seen, so that its bar begins full.
const wholes = new Map();

// Let every clock on display show what is left at `now` (milliseconds of the server).
export function tick(now) {
  for (const clock of document.querySelectorAll(".clock")) {
    const ends = Number(clock.dataset.ends);
    const left = Math.max(0, ends - now);
    if (!wholes.has(ends)) {
      if (wholes.size > 100) wholes.clear();
      wholes.set(ends, Math.max(left, 1));
    }
    clock.firstChild.value = left / wholes.get(ends);
    clock.lastChild.textContent = inWords(Math.ceil(left / 1000));
    clock.classList.toggle("late", left < 6000);
  }
}

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

// Put new parts into `place`, leaving the keyboard where it was if its button is still there.
export function redraw(place, parts) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.token ?? "" : null;
  place.replaceChildren(...parts);
  if (held === null) return;
  const again = place.querySelector(`[data-token="${CSS.escape(held)}"]:not(:disabled)`);
  place.tabIndex = -1;
  (again ?? place).focus({ preventScroll: true });
}
