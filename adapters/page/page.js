// The page: who one is, what comes over the wire, and which part it concerns.

import * as answers from "./answers.js";
import * as bell from "./bell.js";
import * as channel from "./channel.js";
import { tick } from "./clock.js";
import * as completion from "./completion.js";
import { element } from "./element.js";
import * as field from "./field.js";
import * as keys from "./keys.js";
import * as settings from "./settings.js";
import * as sheet from "./sheet.js";
import * as tables from "./tables.js";
import { Wire } from "./wire.js";
import { word } from "./words.js";

const by = (id) => document.getElementById(id);
const nameField = by("name"), latest = by("latest");

let me = null, most = 2000;

const hand = {
  pressed: (token) => wire.pressed(token),
  press(token, values, from) {
    wire.ask({ kind: "press", token, values }, (answer) => {
      freeze(token, false);
      answers.answered(answer, token, from, hand);
    });
    freeze(token, true);
  },
};

// A control that waits for its answer keeps the keyboard, but presses no more.
function freeze(token, frozen) {
  for (const control of document.querySelectorAll(`[data-token="${CSS.escape(token)}"]`)) control.ariaDisabled = frozen ? "true" : null;
}

// Frames.

const frames = {
  state(frame) {
    most = frame.most;
    meet(frame.me);
    offer(frame.usages[0]);
    completion.know(frame.usages.filter((usage) => frame.host || !usage.host));
    by("channel").textContent = `#${frame.channel}`;
    channel.showAll(frame.items);
  },
  me: (frame) => meet(frame.me),
  item({ item }) {
    channel.show(item);
    if (!item.message) latest.textContent = `${item.name}: ${item.text}`;
  },
  gone: (frame) => channel.drop(frame.at),
  cards({ cards }) {
    cards.forEach(frames.card);
    tables.keepCards(new Set(cards.map((card) => card.table)));
  },
  card({ table, message }) {
    tables.showCard(table, message);
    channel.settle();
  },
  forget: ({ table }) => tables.dropCard(table),
  error({ error }) {
    if (error === "version" && !sessionStorage.getItem("again")) {
      sessionStorage.setItem("again", "1");
      location.reload();
    } else if (["who", "too-many", "version"].includes(error)) {
      wire.end();
      bar(word(error === "version" ? "bad" : error));
    } else {
      answers.note(error);
      if (error === "bad-name") nameField.value = me.name;
    }
  },
};

// The person.

function meet(person) {
  const changed = me?.language !== person.language;
  const typing = document.activeElement === nameField && me && nameField.value !== me.name;
  me = person;
  if (changed) settings.retold(me.language);
  if (changed) tables.redrawAll();
  if (!typing) nameField.value = me.name;
  by("naming").querySelector("button").hidden = nameField.value === me.name;
  by("who").querySelector("bdi").textContent = me.name;
  by("welcome").hidden = me.chosen;
  by("welcome").querySelector("p").replaceChildren(...framed(word("welcome", "\0"), element("bdi", {}, me.name)));
  for (const button of by("languages").children) button.ariaPressed = String(button.dataset.language === me.language);
  bell.wait(tables.turns().length > 0);
}

function framed(text, inside) {
  const [before, after] = text.split("\0");
  return [before, inside, after];
}

function rename() {
  settings.open();
  nameField.select();
}

by("naming").addEventListener("submit", (event) => {
  event.preventDefault();
  wire.send({ kind: "name", name: nameField.value });
  by("settings").close();
});
nameField.addEventListener("input", () => (by("naming").querySelector("button").hidden = nameField.value === me?.name));
by("settings").addEventListener("close", () => (nameField.value = me?.name ?? ""));
by("choose").addEventListener("click", rename);
by("who").addEventListener("click", rename);
by("keep").addEventListener("click", () => wire.send({ kind: "name", name: null }));
by("languages").addEventListener("click", ({ target }) => target.dataset.language && wire.send({ kind: "language", language: target.dataset.language }));
by("options-open").addEventListener("click", settings.open);
by("shortcuts").addEventListener("click", keys.open);

// On a phone either the table or the channel is in view.

function view(name) {
  document.body.dataset.view = name;
  for (const button of by("views").children) button.ariaCurrent = button.dataset.view === name ? "true" : null;
  if (name === "chat") latest.textContent = "";
  tables.showNewest();
  channel.settle();
}

by("views").addEventListener("click", ({ target }) => view(target.closest("button")?.dataset.view ?? "table"));

// What one says.

// A command acts on what one sees: late, at another price, it would do what nobody meant.
const isCommand = (text) => /^[^\p{L}\p{N}\p{P}\p{S}]*[/／]/u.test(text);

function say(text, refused = () => {}) {
  wire.ask({ kind: "say", text }, (answer) => {
    if (answer.error && answer.error !== "broken") refused();
    if (answer.error === "lost") answers.note("lost", text);
    else answers.answered(answer, "", null, hand);
    if (answer.front) (tables.bring(answer.front), view("table"));
  }, !isCommand(text));
}

function tooLong(text) {
  if (text.length > most) answers.note("too-long", String(most));
  return text.length > most;
}

// Where nothing has happened yet, the dealer's first command is one press away.
function offer(usage) {
  const begin = by("begin");
  begin.hidden = !usage;
  if (!usage) return;
  begin.textContent = usage.about;
  begin.onclick = () => say(`/${usage.name}`);
}

// The wire.

function bar(text) {
  by("bar").textContent = text;
  by("bar").hidden = !text;
}

function channelOfAddress() {
  const path = /^\/c\/(.+)$/u.exec(location.pathname);
  return path ? decodeURIComponent(path[1]) : new URLSearchParams(location.search).get("channel") ?? "";
}

function changed(connected) {
  if (connected) sessionStorage.removeItem("again");
  document.body.classList.toggle("away", !connected);
  bar(connected ? "" : word("reconnecting"));
}

function turn(table) {
  const mine = tables.turns().length > 0;
  if (table) {
    // Who wants no calls is not called here either.
    if (table.card.call) bell.chime();
    // Who is writing goes on writing.
    if (document.activeElement !== by("say")) {
      if (document.body.dataset.view === "chat") tables.holdStill();
      view("table");
    }
  }
  by("views").firstElementChild.classList.toggle("turn", mine);
  bell.wait(mine);
  sheet.lapse();
}

settings.retold(navigator.language.startsWith("ja") ? "ja" : "en");
settings.onChange((name) => name === "sound" && (bell.wake(), bell.chime()));
bar(word("connecting"));
const now = () => wire.now();
tables.begin({ hand, now, turn });
channel.begin({ hand, now, language: () => me.language });
sheet.begin(now);
field.begin(say, tooLong);
keys.begin({ type: (text) => (view("chat"), field.type(text)), shut: answers.shutNewest });
const wire = new Wire(channelOfAddress(), (frame) => frames[frame.kind]?.(frame), changed);
setInterval(() => tick(now()), 250);
