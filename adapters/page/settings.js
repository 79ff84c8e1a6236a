// What this browser remembers: colours, sound, keys; and the sheet where it is chosen.

import { element } from "./element.js";
import { speak, word } from "./words.js";

const SHELF = "croupier";
const CHOICES = {
  scheme: ["system", "light", "dark"],
  deck: ["two", "four"],
};
const SWITCHES = { sound: true, flash: true, keys: true, stay: false };
const dialog = document.getElementById("settings");
const place = document.getElementById("choices");

let kept = {};
const heard = [];

try {
  kept = JSON.parse(localStorage.getItem(SHELF) ?? "{}") ?? {};
} catch {
  // A browser that keeps nothing plays by the defaults.
}

// The choice made, or what is usual.
export function chosen(name) {
  const [usual] = CHOICES[name] ?? [SWITCHES[name]];
  const fits = name in CHOICES ? CHOICES[name].includes(kept[name]) : typeof kept[name] === "boolean";
  return fits ? kept[name] : usual;
}

// Call `hear(name)` after each change.
export function onChange(hear) {
  heard.push(hear);
}

export function open() {
  draw();
  dialog.showModal();
}

function choose(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(SHELF, JSON.stringify(kept));
  } catch {
    // It holds until the page is closed.
  }
  apply();
  for (const hear of heard) hear(name);
}

function apply() {
  document.documentElement.dataset.scheme = chosen("scheme");
  document.documentElement.dataset.deck = chosen("deck");
  document.documentElement.dataset.keys = chosen("keys") ? "on" : "off";
}

function draw() {
  const groups = Object.entries(CHOICES).map(([name, values]) => element("fieldset", {},
    element("legend", {}, word(`choose-${name}`)),
    ...values.map((value) => drawChoice(name, value))));
  const switches = Object.keys(SWITCHES).map(drawSwitch);
  place.replaceChildren(...groups, ...switches);
}

function drawChoice(name, value) {
  const input = element("input", { type: "radio", name, value, checked: chosen(name) === value, onchange: () => choose(name, value) });
  return element("label", { class: "pick" }, input, element("span", {}, word(`pick-${name}-${value}`)));
}

function drawSwitch(name) {
  const input = element("input", { type: "checkbox", role: "switch", name, checked: chosen(name), onchange: () => choose(name, input.checked) });
  return element("label", { class: "pick switch" }, input, element("span", {}, word(`switch-${name}`)));
}

// The page has another language now.
export function retold(language) {
  speak(language);
  if (dialog.open) draw();
}

apply();
for (const each of document.querySelectorAll("dialog")) {
  each.querySelector(":scope > .shut")?.addEventListener("click", () => each.close());
  each.addEventListener("click", ({ target }) => target === each && each.close());
}
