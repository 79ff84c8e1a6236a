// The field to type in: talk, and commands with their completion.

import * as completion from "./completion.js";

const form = document.getElementById("saying");
const field = document.getElementById("say");

// `say(text, refused)` sends it; `tooLong(text)` tells whether it may not be sent.
export function begin(say, tooLong) {
  function send() {
    const text = field.value;
    if (!text.trim() || tooLong(text)) return;
    field.value = "";
    fit();
    completion.shut();
    say(text, () => { if (!field.value) field.value = text; });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  field.addEventListener("keydown", (event) => {
    if (completion.key(event) || event.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") field.blur();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  });
}

// Put the caret here, with `text` if there is none yet.
export function type(text) {
  field.focus();
  if (!field.value) field.value = text;
  field.dispatchEvent(new Event("input"));
}

// As high as what is typed, up to a third of the window.
function fit() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight + 2, innerHeight / 3)}px`;
}

field.addEventListener("input", () => {
  fit();
  completion.look();
});
field.addEventListener("blur", completion.shut);
field.addEventListener("focus", completion.look);
