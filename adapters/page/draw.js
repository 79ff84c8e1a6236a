// Messages as elements. Text only ever becomes text nodes.

import { drawHands, spoken } from "./cards.js";
import { drawClock } from "./clock.js";
import { element, withSuits } from "./element.js";
import { word } from "./words.js";

// The parts of a message. `hand` has `press(token, values, from)` and `pressed(token)`.
export function drawMessage(message, hand) {
  const parts = [];
  if (message.title || message.clock) parts.push(drawTop(message));
  if (message.headline) parts.push(drawHeadline(message));
  if (message.picture) parts.push(drawPicture(message.picture));
  if (message.cards) parts.push(drawHands(message.cards));
  if (message.text) parts.push(drawText(message.text));
  if (message.links) parts.push(drawLinks(message.links));
  if (message.fields) parts.push(drawFields(message.fields));
  if (message.log) parts.push(element("ul", { class: "happened" }, ...message.log.map((line) => element("li", {}, withSuits(line)))));
  if (message.select) parts.push(drawSelect(message.select, hand));
  if (message.rows) parts.push(drawRows(message.rows, hand));
  return parts;
}

export function drawTop({ title, clock, span }) {
  return element("div", { class: "top" }, title ? element("h3", {}, withSuits(title)) : "", clock ? drawClock(clock, span) : "");
}

const LIGHTS = { "🟢": "green", "🟡": "amber", "🔴": "red" };

// A light before the words is drawn: not every machine has a letter for it.
export function drawHeadline({ headline, tone }) {
  const [sign] = headline;
  const lit = LIGHTS[sign];
  const light = lit ? element("span", { class: `light ${lit}`, "aria-hidden": "true" }) : "";
  return element("p", { class: `headline ${tone ?? ""}` }, light, withSuits(lit ? headline.slice(sign.length).trimStart() : headline));
}

export function drawPicture({ src, alt }) {
  return element("img", { class: "picture", src, alt });
}

export function drawText(text) {
  return element("p", { class: "text" }, withSuits(text));
}

// Ways to tables: whoever owns the stage hears where one wants to go.
export function drawLinks(links) {
  return element("p", { class: "links" }, ...links.map(({ label, table }) => element("button", { type: "button", class: "quiet", "data-go": table, "data-keep": `go ${table}` }, withSuits(label))));
}

export function drawFields(fields) {
  const field = ([name, value]) => element("div", {}, element("dt", {}, withSuits(name)), element("dd", {}, withSuits(value)));
  return element("dl", {}, ...fields.map(field));
}

export function drawRows(rows, hand, kind = "") {
  return element("div", { class: `rows ${kind}` }, ...rows.map((row) => drawRow(row, hand)));
}

// Buttons of one group stand behind its name, and each bears its short label.
function drawRow(row, hand) {
  const group = row[0]?.group;
  const buttons = row.map((button) => drawButton(button, hand));
  return group ? element("div", { class: "row group", role: "group", "aria-label": group }, element("b", {}, group), ...buttons) : element("div", { class: "row" }, ...buttons);
}

// Where a button is drawn anew while the mouse is down on it, the browser knows of no click: it counts
// all the same, if the same button is still there. A finger is different: its click comes afterwards.
let held = null;
document.addEventListener("pointerdown", ({ target, pointerType, button }) => {
  held = pointerType === "mouse" && button === 0 ? target.closest("button[data-token]") : null;
});
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  if (!held || held.isConnected) return;
  const there = document.elementFromPoint(clientX, clientY)?.closest("button[data-token]");
  if (there?.dataset.token === held.dataset.token) there.click();
});

export function drawButton(button, hand) {
  const key = button.key ? element("kbd", { "aria-hidden": "true" }, button.key) : "";
  const made = element("button", {
    type: "button", class: button.look, "data-token": button.token, "data-key": button.key, "aria-keyshortcuts": button.key,
  }, element("span", {}, withSuits(button.short ?? button.label)), key);
  if (button.short) made.ariaLabel = button.label;
  if (button.look === "choice") made.ariaPressed = String(button.label.startsWith("✓"));
  if (/[♠♥♦♣]/u.test(button.label)) made.ariaLabel = spoken(button.label);
  made.disabled = button.disabled;
  made.ariaDisabled = hand.pressed(button.token) ? "true" : null;
  made.addEventListener("click", () => made.ariaDisabled || hand.press(button.token, {}, made));
  return made;
}

export function drawSelect(select, hand) {
  const options = select.choices.map((choice) => element("option", { value: choice.value, selected: choice.chosen }, choice.label));
  if (!select.choices.some((choice) => choice.chosen)) options.unshift(element("option", { value: "", selected: true, disabled: true }, "…"));
  const made = element("select", { "data-token": select.token }, ...options);
  made.ariaDisabled = hand.pressed(select.token) ? "true" : null;
  made.addEventListener("change", () => hand.press(select.token, { choice: made.value }, made));
  return element("label", { class: "select" }, element("span", {}, select.label), made);
}

// What puts something away.
export function drawShut(away) {
  return element("button", { type: "button", class: "shut", "aria-label": word("close"), onclick: away }, "×");
}
