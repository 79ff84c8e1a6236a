// Keys that press the buttons of the table in front, wherever no text is typed; and their list.

import { element } from "./element.js";
import { chosen } from "./settings.js";
import * as tables from "./tables.js";
import { word } from "./words.js";

const list = document.getElementById("keys");
const LISTED = [["F"], ["C"], ["R"], ["1", "2", "3"], ["A"], ["T"], ["/"], ["?"], ["Enter"], ["Esc"]];
const TYPED = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

// `type(text)` puts the caret into the field, `shut()` puts an answer away.
export function begin({ type, shut }) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPED) || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return shut();
    if (chosen("keys") && take(event.key, type)) event.preventDefault();
  });
}

function take(key, type) {
  if (key === "/" || key === "／") type("/");
  else if (key === "?" || key === "？") open();
  else if (/^t$/iu.test(key)) tables.next();
  else return press(key.normalize("NFKC").toUpperCase());
  return true;
}

// A table that has just come to the front must not take what was meant for the one before it.
function press(key) {
  const panel = tables.frontPanel();
  if (tables.justSwitched() || !panel || key.length !== 1) return false;
  const button = panel.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (!button) return false;
  button.focus();
  button.click();
  return true;
}

export function open() {
  const rows = LISTED.map((keys) => element("div", {}, element("dt", {}, ...keys.map((key) => element("kbd", {}, key))), element("dd", {}, word(`key-${keys[0]}`))));
  list.querySelector("dl").replaceChildren(...rows);
  list.showModal();
}
