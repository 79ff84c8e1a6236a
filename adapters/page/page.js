// The page: who one is, the channel, the private panel, the answers, and the field to type in.

import * as completion from "./completion.js";
import { drawMessage, element, redraw, tick, withSuits } from "./draw.js";
import { Wire } from "./wire.js";
import { speak, word } from "./words.js";

const ANSWERS_MOST = 3, LINES_MOST = 400, HUES = 8, ERROR_STAYS = 12000;
const by = (id) => document.getElementById(id);
const [log, cards, answers, sheet, field, nameField] = ["log", "cards", "answers", "sheet", "say", "name"].map(by);

let me = null, most = 2000, stuck = true, top = 0;
const calls = new Map();

const hand = {
  pressed: (token) => wire.pressed(token),
  press(token, values, from) {
    const within = from?.closest("#answers > article");
    wire.ask({ kind: "press", token, values }, (answer) => answered(answer, token, within));
    freeze(token, true);
  },
};

// Frames.

const frames = {
  state(frame) {
    most = frame.most;
    meet(frame.me);
    offer(frame.usages[0]);
    completion.know(frame.usages.filter((usage) => frame.host || !usage.host));
    by("channel").textContent = `#${frame.channel}`;
    showLog(frame.items);
  },
  me: (frame) => meet(frame.me),
  item(frame) {
    showItem(frame.item);
    keepBottom();
    seen();
  },
  gone(frame) {
    by(`item-${frame.at}`)?.remove();
    called(`item-${frame.at}`, null);
    keepBottom();
    seen();
  },
  cards(frame) {
    const tables = new Set(frame.cards.map((card) => card.table));
    for (const shown of [...cards.children]) if (!tables.has(shown.dataset.table)) frames.forget({ table: shown.dataset.table });
    frame.cards.forEach(frames.card);
  },
  card({ table, message }) {
    let place = cardOf(table);
    if (!place) cards.append((place = element("article", { class: "mine", "data-table": table })));
    place.lang = message.language;
    place.classList.toggle("turn", message.call === me.id);
    redraw(place, drawMessage(message, hand));
    called(`card-${table}`, message);
    tick(wire.now());
  },
  forget({ table }) {
    cardOf(table)?.remove();
    called(`card-${table}`, null);
  },
  error({ error }) {
    if (error === "version" && !sessionStorage.getItem("again")) {
      sessionStorage.setItem("again", "1");
      location.reload();
    } else if (["who", "too-many", "version"].includes(error)) {
      wire.end();
      tell(word(error === "version" ? "bad" : error));
    } else {
      note(error);
      if (error === "bad-name") nameField.value = me.name;
    }
  },
};

function cardOf(table) {
  return [...cards.children].find((shown) => shown.dataset.table === table);
}

// The person.

function meet(person) {
  const changed = me?.language !== person.language;
  const typing = document.activeElement === nameField && me && nameField.value !== me.name;
  me = person;
  if (changed) speak(me.language);
  if (!typing) nameField.value = me.name;
  by("naming").querySelector("button").hidden = nameField.value === me.name;
  by("welcome").hidden = me.chosen;
  by("welcome").querySelector("p").replaceChildren(...framed(word("welcome", "\0"), element("bdi", {}, me.name)));
  for (const button of by("languages").children) button.ariaPressed = String(button.dataset.language === me.language);
  cry();
}

function framed(text, inside) {
  const [before, after] = text.split("\0");
  return [before, inside, after];
}

by("naming").addEventListener("submit", (event) => {
  event.preventDefault();
  wire.send({ kind: "name", name: nameField.value });
  nameField.blur();
});
nameField.addEventListener("input", () => (by("naming").querySelector("button").hidden = nameField.value === me?.name));
nameField.addEventListener("keydown", (event) => {
  if (event.key === "Escape") nameField.value = me.name;
});
by("choose").addEventListener("click", () => nameField.select());
by("keep").addEventListener("click", () => wire.send({ kind: "name", name: null }));
by("languages").addEventListener("click", ({ target }) => target.dataset.language && wire.send({ kind: "language", language: target.dataset.language }));

// The channel.

function showLog(items) {
  const there = new Set(items.map((item) => `item-${item.at}`));
  for (const shown of [...log.children]) {
    if (!there.has(shown.id)) {
      called(shown.id, null);
      shown.remove();
    }
  }
  log.ariaLive = "off";
  items.forEach(showItem);
  log.ariaLive = "polite";
  keepBottom();
  seen();
}

function showItem(item) {
  const id = `item-${item.at}`;
  let place = by(id);
  if (!place) {
    place = element("li", { id, "data-at": item.at });
    const after = [...log.children].reverse().find((shown) => Number(shown.dataset.at) < item.at);
    after ? after.after(place) : log.prepend(place);
  }
  if (item.message) showPost(place, item);
  else showTalk(place, item);
  if (log.children.length > LINES_MOST) log.firstChild.remove();
  tick(wire.now());
}

function showPost(place, { message }) {
  const live = Boolean(message.rows || message.select || message.clock);
  place.className = live ? "post live" : "post";
  place.lang = message.language;
  // A table that changes with every act would never let a screen reader finish.
  place.ariaLive = live ? "off" : null;
  place.dataset.title = message.title ?? "";
  redraw(place, drawMessage(message, hand));
  called(place.id, message);
}

function showTalk(place, { who, name, text, at }) {
  place.className = "talk";
  const hue = [...who].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 9973, 7) % HUES;
  const when = new Date(at);
  place.replaceChildren(
    element("bdi", { class: `who hue${hue}` }, name),
    element("time", { datetime: when.toISOString() }, when.toLocaleTimeString(me.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })),
    element("p", { dir: "auto" }, withSuits(text)),
  );
}

const atBottom = () => log.scrollHeight - log.scrollTop - log.clientHeight < 40;

// Who reads the newest line goes on doing so, whatever grows or shrinks.
function keepBottom() {
  if (stuck) log.scrollTop = log.scrollHeight;
}

// What lies out of sight: buttons that lead to the tables in play, and one to the newest line.
function seen() {
  by("empty").hidden = log.children.length > 0;
  by("newest").hidden = atBottom();
  const [start, end] = [log.scrollTop, log.scrollTop + log.clientHeight];
  const away = [...log.querySelectorAll(".live")].filter((post) => post.offsetTop + post.offsetHeight < start + 40 || post.offsetTop > end - 40);
  const wanted = away.map((post) => post.id).join();
  if (by("live").dataset.shown === wanted) return;
  by("live").dataset.shown = wanted;
  by("live").hidden = !away.length;
  by("live").replaceChildren(...away.map((post) => element("button", { type: "button", onclick: () => post.scrollIntoView({ block: "nearest" }) }, withSuits(post.dataset.title || word("jump")))));
}

log.addEventListener("scroll", () => {
  // Only who scrolls up leaves the newest line; the log may also shrink under it.
  stuck = atBottom() || (stuck && log.scrollTop >= top);
  top = log.scrollTop;
  seen();
});
log.addEventListener("load", keepBottom, true);
new ResizeObserver(keepBottom).observe(log);
by("newest").addEventListener("click", () => (log.scrollTop = log.scrollHeight));

// Whose turn it is, in the title of the tab.

function called(key, message) {
  if (message?.call) calls.set(key, message.call);
  else calls.delete(key);
  cry();
}

function cry() {
  const mine = me && [...calls.values()].includes(me.id);
  document.title = mine ? `● ${word("your-turn")} · ${word("title")}` : `${word("title")}`;
}

// Presses and what comes back.

function freeze(token, frozen) {
  for (const control of document.querySelectorAll(`[data-token="${CSS.escape(token)}"]`)) {
    control.disabled = frozen || control.dataset.off !== undefined;
  }
}

function answered(answer, token, from) {
  freeze(token, false);
  if (answer.error) return note(answer.error);
  from?.remove();
  if (answer.form) return openSheet(answer.form);
  if (!answer.message) return;
  slip(token, answer.message.language, drawMessage(answer.message, hand));
  tick(wire.now());
}

// An error goes away by itself; an answer stays until it is put away.
function note(error) {
  const made = slip(error, me?.language ?? "en", [element("p", { class: "text" }, word(error, String(most)))]);
  made.className = "error";
  setTimeout(() => made.remove(), ERROR_STAYS);
}

// Show something to this person alone; it takes the place of what `about` the same was shown before.
function slip(about, language, parts) {
  const made = element("article", { lang: language, "data-about": about }, ...parts);
  const shut = element("button", { type: "button", class: "shut", "aria-label": word("close"), onclick: () => made.remove() }, "×");
  made.prepend(shut);
  if (about) answers.querySelector(`[data-about="${CSS.escape(about)}"]`)?.remove();
  answers.prepend(made);
  while (answers.children.length > ANSWERS_MOST) answers.lastChild.remove();
  return made;
}

function openSheet(form) {
  const inside = sheet.querySelector("form");
  const blanks = form.blanks.map((blank, at) => {
    const input = element("input", { name: blank.name, value: blank.value, id: `blank-${at}`, dir: "auto", autocomplete: "off", maxlength: "500" });
    const hint = blank.hint ? element("small", { id: `hint-${at}` }, withSuits(blank.hint)) : "";
    if (hint) input.setAttribute("aria-describedby", hint.id);
    return element("div", { class: "blank" }, element("label", { for: input.id }, blank.label), input, hint);
  });
  const cancel = element("button", { type: "button", onclick: () => sheet.close() }, word("cancel"));
  inside.replaceChildren(
    element("h3", { id: "sheet-title" }, withSuits(form.title)), ...blanks,
    element("div", { class: "row" }, cancel, element("button", { class: "go" }, form.send)),
  );
  inside.onsubmit = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(inside));
    sheet.close();
    hand.press(form.token, values);
  };
  sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  inside.querySelector("input")?.select();
}

// The field.

function send() {
  const text = field.value;
  if (!text.trim()) return;
  if (text.length > most) return note("too-long");
  field.value = "";
  fit();
  completion.shut();
  say(text, () => { if (!field.value) field.value = text; });
}

function say(text, refused = () => {}) {
  wire.ask({ kind: "say", text }, (answer) => {
    if (answer.error && answer.error !== "broken") refused();
    answered(answer, "");
  });
}

// Where nothing has happened yet, the dealer's first command is one press away.
function offer(usage) {
  const begin = by("begin");
  begin.hidden = !usage;
  if (!usage) return;
  begin.textContent = usage.about;
  begin.onclick = () => say(`/${usage.name}`);
}

// As high as what is typed, up to a third of the window.
function fit() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight + 2, innerHeight / 3)}px`;
}

by("saying").addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
field.addEventListener("input", () => {
  fit();
  completion.look();
});
field.addEventListener("blur", completion.shut);
field.addEventListener("focus", completion.look);
field.addEventListener("keydown", (event) => {
  if (completion.key(event) || event.isComposing || event.keyCode === 229) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    send();
  }
});

// The wire.

function tell(text) {
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
  tell(connected ? "" : word("reconnecting"));
}

speak(navigator.language.startsWith("ja") ? "ja" : "en");
tell(word("connecting"));
const wire = new Wire(channelOfAddress(), (frame) => frames[frame.kind]?.(frame), changed);
setInterval(() => tick(wire.now()), 250);
