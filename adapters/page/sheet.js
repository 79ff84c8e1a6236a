// The sheet that opens over the page: a form to fill in, or a question with its buttons.

import { drawHands } from "./cards.js";
import { drawClock, tick } from "./clock.js";
import { drawMessage, drawShut } from "./draw.js";
import { element, withSuits } from "./element.js";
import { drawSlider } from "./slider.js";
import * as tables from "./tables.js";
import { word } from "./words.js";

const sheet = document.getElementById("sheet");
const coarse = matchMedia("(hover: none)");

// Where the keyboard was, and whose turn at which table it was about.
let origin = {}, about = null, now = () => 0;

export function begin(clock) {
  now = clock;
}

export function openForm(form, hand, from) {
  const blanks = form.blanks.map(drawBlank);
  const send = element("span", {}, form.send);
  const made = element("form", {},
    drawHead(form.title), ...blanks,
    element("div", { class: "row" }, element("button", { type: "button", onclick: shut }, word("cancel")), element("button", { class: "go" }, send)));
  const [only] = form.blanks.length === 1 ? made.querySelectorAll(".blank > input") : [];
  const name = () => (send.textContent = only && form.blanks[0].scale ? `${form.send} ${only.value}` : form.send);
  made.addEventListener("input", name);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    made.querySelector(".go").disabled = true;
    hand.press(form.token, Object.fromEntries(new FormData(made)), made);
  });
  open(made, "", from, form.blanks.some((blank) => blank.scale?.marks.length));
  name();
  // On a phone the slider is at hand, and a keyboard that pops up would cover it.
  const range = coarse.matches && made.querySelector("[type=range]");
  if (range) range.focus();
  else made.querySelector(".blank > input")?.select();
}

// What was typed in the form `made` is refused: say so beside it, and let it be mended.
export function complain(made, text) {
  const wrong = made.querySelector(".wrong") ?? element("p", { class: "wrong", role: "alert" });
  wrong.textContent = text;
  made.querySelector(".row:last-child").before(wrong);
  made.querySelector(".go").disabled = false;
  made.querySelector(".blank > input")?.select();
}

export function openMessage(message, hand, from) {
  const rest = { ...message, title: "", clock: null };
  const made = element("div", { class: "asks" }, drawHead(message.title || word("only-you"), Boolean(message.cards)), ...drawMessage(rest, hand));
  if (message.clock) made.querySelector(".row:last-child")?.append(element("button", { type: "button", onclick: shut }, word("cancel")));
  made.append(drawShut(shut));
  open(made, message.language, from, Boolean(message.clock));
  // What is too long to see at once is read from its beginning.
  const long = sheet.scrollHeight > sheet.clientHeight;
  const first = made.querySelector(long ? "#sheet-title" : ".rows button:not(:disabled), select") ?? sheet;
  if (long) first.tabIndex = -1;
  first.focus();
  if (long) sheet.scrollTop = 0;
}

export const isOpen = () => sheet.open;
export const holds = (element) => sheet.contains(element);

export function shut() {
  sheet.close();
}

// A turn has passed: what was asked in it is asked no more.
export function lapse() {
  if (!sheet.open || !about || tables.turns().includes(about)) return;
  tables.holdStill();
  shut();
}

// `momentary`: it is about the turn that is being taken, if one is.
function open(inside, language, from, momentary) {
  if (!sheet.open) origin = { ...(from ?? document.activeElement)?.dataset };
  about = momentary && tables.turns().includes(tables.frontId()) ? tables.frontId() : null;
  sheet.replaceChildren(inside);
  sheet.lang = language || document.documentElement.lang;
  sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  tick(now());
}

// The cards of the turn are beside its clock, unless the sheet is about other `cards`.
function drawHead(title, cards = false) {
  const card = tables.frontCard();
  const own = card?.clock && !cards && tables.ownCards(card);
  return element("div", { class: "head" },
    element("h2", { id: "sheet-title" }, withSuits(title)),
    own ? drawHands([own]) : "",
    card?.clock ? drawClock(card.clock, card.span) : "");
}

function drawBlank(blank, at) {
  const input = element("input", { name: blank.name, value: blank.value, id: `blank-${at}`, dir: "auto", autocomplete: "off", maxlength: "500", enterkeyhint: "send" });
  const hint = blank.hint ? element("small", { id: `hint-${at}` }, withSuits(blank.hint)) : "";
  if (hint) input.setAttribute("aria-describedby", hint.id);
  if (!blank.scale) return element("div", { class: "blank" }, element("label", { for: input.id }, blank.label), input, hint);
  input.value = input.value.replaceAll(",", "");
  return element("div", { class: "blank" }, element("label", { for: input.id }, blank.label), input, hint, drawSlider(blank.scale, input, blank.label));
}

// A press beside the sheet puts it away; the keyboard goes back to where it was.
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) shut();
});
sheet.addEventListener("close", () => {
  sheet.replaceChildren();
  const panel = tables.frontPanel();
  const again = ["token", "key"].map((name) => origin[name] && document.querySelector(`[data-${name}="${CSS.escape(origin[name])}"]:not(:disabled)`)).find(Boolean);
  if (!again && panel) panel.tabIndex = -1;
  if (document.activeElement === document.body || !document.activeElement) (again || panel)?.focus({ preventScroll: true });
});
