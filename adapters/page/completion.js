// The list of commands that opens while a slash is typed.

import { element } from "./element.js";
import { word } from "./words.js";

const field = document.getElementById("say");
const box = document.getElementById("completion");
const list = document.getElementById("options");
const hint = document.getElementById("hint");

let usages = [];
let found = [];
let marked = -1;

export function know(all) {
  usages = all;
  look();
}

// Show what fits the text in the field.
export function look() {
  const typed = /^[/／](\S*)$/u.exec(field.value);
  const called = /^[/／](\S+)\s+(.*)$/su.exec(field.value);
  found = typed ? offered(typed[1]) : called ? choices(called[1], called[2]) : [];
  marked = -1;
  list.replaceChildren(...found.map(drawOption));
  explain(called && usages.find((usage) => usage.name === plain(called[1])));
  show(found.length > 0 || !hint.hidden);
}

export function shut() {
  found = [];
  show(false);
}

// Take a key that means something to the list; true where it was used.
export function key(event) {
  if (box.hidden || event.isComposing) return false;
  if (event.key === "Escape") shut();
  else if (!found.length) return false;
  else if (event.key === "ArrowDown") mark((marked + 1) % found.length);
  else if (event.key === "ArrowUp") mark((marked <= 0 ? found.length : marked) - 1);
  else if (event.key === "Tab" && !event.shiftKey) take(found[Math.max(marked, 0)]);
  else if (event.key === "Enter" && marked >= 0) take(found[marked]);
  else return false;
  event.preventDefault();
  return true;
}

function plain(text) {
  return text.normalize("NFKC").toLowerCase();
}

function offered(start) {
  const fits = usages.filter((usage) => usage.name.startsWith(plain(start)));
  return fits.map((usage) => ({ usage, text: `/${usage.name} ` }));
}

// The words that may stand where the caret is, if the command has a list of them.
function choices(name, words) {
  const usage = usages.find((known) => known.name === plain(name));
  const typed = words.split(/\s+/u);
  const last = typed.pop();
  const parameter = usage?.parameters[typed.length];
  const fits = (parameter?.choices ?? []).filter((choice) => choice.startsWith(plain(last)) && choice !== last);
  return fits.map((choice) => ({ choice, text: `/${usage.name} ${[...typed, choice].join(" ")} ` }));
}

function drawOption(offer, at) {
  const made = element("li", { role: "option", id: `option-${at}`, "aria-selected": "false" });
  if (offer.usage) made.append(...drawUsage(offer.usage));
  else made.append(element("code", {}, offer.choice));
  made.addEventListener("pointerdown", (event) => event.preventDefault());
  made.addEventListener("click", () => take(offer));
  return made;
}

function drawUsage(usage) {
  const line = element("code", {}, `/${usage.name}`, ...usage.parameters.map((p) => element("i", {}, p.needed ? ` ${p.name}` : ` [${p.name}]`)));
  const parts = [line, element("span", { class: "about" }, usage.about)];
  if (usage.host) line.append(" ", element("b", { class: "tag" }, word("host-only")));
  if (usage.example) parts.push(element("span", { class: "example" }, usage.example));
  return parts;
}

function explain(usage) {
  hint.hidden = !usage;
  if (!usage) return;
  const about = usage.parameters.map((p) => element("span", { class: "about" }, element("code", {}, p.name), ` ${p.about}`));
  hint.replaceChildren(...drawUsage(usage), ...about);
}

function mark(at) {
  list.children[marked]?.setAttribute("aria-selected", "false");
  marked = at;
  const option = list.children[at];
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", option.id);
}

function take(offer) {
  field.value = offer.text;
  field.focus();
  field.dispatchEvent(new Event("input"));
}

function show(open) {
  box.hidden = !open;
  field.removeAttribute("aria-activedescendant");
}
