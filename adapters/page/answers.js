// What the dealer answers to this person alone: shown for a while, then gone; questions open a sheet.

import { drawMessage, drawShut } from "./draw.js";
import { element } from "./element.js";
import { chosen } from "./settings.js";
import * as sheet from "./sheet.js";
import * as tables from "./tables.js";
import { tell } from "./voice.js";
import { word } from "./words.js";

const MOST = 3, LEAST_STAYS = 7000, STAYS_A_SIGN = 70, MOST_STAYS = 25000;
const answers = document.getElementById("answers");

// `from` is the control that was pressed.
export function answered(answer, token, from, hand) {
  const asked = from && sheet.holds(from);
  const filled = asked && from.matches("form");
  if (filled && answer.error) return sheet.complain(from, word(answer.error));
  if (filled && answer.message?.tone === "refused") return sheet.complain(from, answer.message.text);
  if (answer.error) return note(answer.error);
  if (answer.form) return sheet.openForm(answer.form, hand, from);
  const { message } = answer;
  if (asked && !needsAnswer(message)) sheet.shut();
  if (!message) return;
  if (needsAnswer(message)) sheet.openMessage(message, hand, from);
  else slip(token, message.language, drawMessage(bare(message), hand), message.text);
}

// A message with buttons wants an answer, unless they are on the stage already.
function needsAnswer(message) {
  return Boolean(message?.rows || message?.select) && !onStage(message);
}

function onStage({ rows }) {
  return Boolean(rows) && rows.flat().every((button) => tables.shown(button.token));
}

// What the stage shows already is not said twice.
function bare(message) {
  const shown = { ...message, rows: null, clock: null };
  return onStage(message) ? { ...shown, title: null, headline: null, cards: null, fields: null } : shown;
}

export function note(error, ...blanks) {
  const text = word(error, ...blanks);
  slip(`error ${error}`, document.documentElement.lang, [element("p", { class: "text" }, text)], text).classList.add("error");
}

// Put the newest away; false where there is none.
export function shutNewest() {
  const newest = answers.firstElementChild;
  newest?.remove();
  return Boolean(newest);
}

// Show something; it takes the place of what `about` the same was shown before.
function slip(about, language, parts, text) {
  const made = element("article", { lang: language, "data-about": about }, ...parts);
  made.append(drawShut(() => made.remove()));
  if (about) answers.querySelector(`[data-about="${CSS.escape(about)}"]`)?.remove();
  answers.prepend(made);
  while (answers.children.length > MOST) answers.lastChild.remove();
  tell(text ?? "", language);
  fade(made, Math.min(MOST_STAYS, Math.max(LEAST_STAYS, STAYS_A_SIGN * made.textContent.length)));
  return made;
}

// Who points at it, is in it, or looks elsewhere has not read it yet.
function fade(made, stays) {
  if (chosen("stay")) return;
  let left = stays;
  const timer = setInterval(() => {
    if (!made.isConnected) return clearInterval(timer);
    if (document.hidden || made.matches(":hover, :focus-within")) left = stays;
    left -= 250;
    made.classList.toggle("fading", left < 600);
    if (left <= 0) made.remove();
  }, 250);
}
