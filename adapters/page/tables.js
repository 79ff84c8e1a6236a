// The stage: the tables in play with their pictures, one's own panel at each, and tabs between them.

import { drawHands } from "./cards.js";
import { drawClock, tick } from "./clock.js";
import { drawFields, drawHeadline, drawLinks, drawPicture, drawRows, drawSelect, drawText, drawTop } from "./draw.js";
import { element, redraw, withSuits } from "./element.js";
import { call, newLines, tell } from "./voice.js";
import { word } from "./words.js";

const by = (id) => document.getElementById(id);
const [posts, panels, tabs, happened] = ["tables", "cards", "tabs", "happened"].map(by);

// What is known of each table: `at` and `post` of its public message, `card` the private one.
const tables = new Map();
// How long after a change nothing presses that was aimed before it (ms): a hand needs so long to see.
const SWITCHED = 700, CHANGED = 300;
let front = null, wanted = null, switched = 0, opened = false, reading = false, still = 0, stilled = null;
let about = { hand: null, now: () => 0, turn: () => {} };

// `hand` presses; `now()` is the server's time; `turn(table)` hears of each turn of the person's
// that begins, and of null when one has passed.
export function begin(given) {
  about = given;
  document.addEventListener("click", ({ target }) => {
    const way = target.closest?.("[data-go]");
    if (way) bring(way.dataset.go);
  });
}

export const isTable = (message) => Boolean(message?.table && (message.rows || message.select));

export function showPost(at, message) {
  const table = known(message.table);
  table.at = at;
  table.post = message;
  table.place ??= posts.appendChild(element("article", { class: "post live", "data-table": table.id }));
  table.place.id = `item-${at}`;
  table.place.lang = message.language;
  if (table.id === wanted) bring(wanted);
  show(table);
}

// The public message `at` is a table's no more.
export function dropPost(at) {
  for (const table of tables.values()) {
    if (table.at !== at) continue;
    table.place.remove();
    table.at = table.post = table.place = undefined;
    forget(table);
  }
}

export function showCard(id, message) {
  const table = known(id);
  const before = table.card;
  table.card = message;
  table.panel ??= panels.appendChild(element("article", { class: "mine", "data-table": id }));
  table.panel.lang = message.language;
  table.panel.classList.toggle("turn", isMine(table));
  show(table);
  if (table.id === front && acts(before) !== acts(message)) holdStill(CHANGED);
  if (opened) announce(table, before);
  hearTurn(table, before);
}

export function dropCard(id) {
  const table = tables.get(id);
  if (!table?.card) return;
  table.panel.remove();
  table.card = table.panel = undefined;
  about.turn(null);
  forget(table);
}

// Only these private messages still hold.
export function keepCards(ids) {
  for (const table of [...tables.values()]) if (!ids.has(table.id)) dropCard(table.id);
  opened = true;
}

// Words of the page itself are part of it all.
export function redrawAll() {
  for (const table of tables.values()) show(table);
}

export const turns = () => [...tables.values()].filter(isMine).map((table) => table.id);
export const frontPanel = () => tables.get(front)?.panel ?? tables.get(front)?.place ?? null;
export const frontCard = () => tables.get(front)?.card ?? null;
export const frontId = () => front;
export const justSwitched = () => Date.now() - switched < SWITCHED;
export const shown = (token) => Boolean(document.querySelector(`#stage [data-token="${CSS.escape(token)}"]`));

// For a moment no tap or click reaches what has just come under the thumb. Keys name what they press.
export function holdStill(long = SWITCHED) {
  still = Math.max(still, Date.now() + long);
  document.body.classList.add("changing");
  clearTimeout(stilled);
  stilled = setTimeout(() => document.body.classList.remove("changing"), still - Date.now());
}

function jump(id) {
  switched = Date.now();
  holdStill();
  front = id;
}

const quiet = (row) => row.every((button) => button.look === "quiet");
const acts = (card) => (card?.rows ?? []).filter((row) => !quiet(row)).map((row) => row.map((button) => button.label).join("\t")).join("\n");

// Bring a table to the front, or as soon as it is there.
export function bring(id) {
  wanted = tables.has(id) ? null : id;
  if (!wanted) front = id;
  settle();
}

// The next table: one that waits for me, or else the one after this.
export function next() {
  const ids = [...tables.keys()];
  if (ids.length < 2) return;
  const after = [...ids.slice(ids.indexOf(front) + 1), ...ids.slice(0, ids.indexOf(front))];
  bring(after.find((id) => isMine(tables.get(id))) ?? after[0]);
  tell(name(tables.get(front)), tables.get(front).post?.language);
}

function known(id) {
  if (!tables.has(id)) tables.set(id, { id });
  return tables.get(id);
}

function forget(table) {
  if (!table.post && !table.card) tables.delete(table.id);
  else show(table);
  settle();
}

function isMine(table) {
  return table?.card?.tone === "turn";
}

// Whether one's own message has all that there is to press: the table's needs to be no more than a picture.
function isWhole({ post }) {
  return Boolean(post?.picture && post.rows) && post.rows.flat().every((button) => button.spare);
}

function show(table) {
  if (table.place) redraw(table.place, drawPost(table));
  if (table.panel) redraw(table.panel, drawPanel(table));
  table.panel?.classList.toggle("whole", isWhole(table));
  settle();
  tick(about.now());
}

function settle() {
  if (!tables.has(front)) {
    const all = [...tables.values()];
    jump((all.find(isMine) ?? all.find((table) => table.card) ?? all.at(-1))?.id ?? null);
  }
  for (const table of tables.values()) {
    for (const place of [table.place, table.panel]) if (place) place.hidden = table.id !== front;
  }
  document.body.classList.toggle("bare", !tables.size);
  drawTabs();
  drawHappened();
}

function drawTabs() {
  tabs.hidden = tables.size < 2;
  redraw(tabs, [...tables.values()].map((table) => {
    const mine = isMine(table);
    const made = element("button", { type: "button", class: mine ? "turn" : "", "data-keep": table.id, "aria-current": table.id === front && "true", onclick: () => bring(table.id) }, withSuits(name(table)));
    if (mine) made.append(element("span", { class: "tag" }, word("your-turn")));
    return made;
  }));
}

function name({ post, card }) {
  return (post ?? card)?.title?.split(" · ")[0] || word("table");
}

function drawHappened() {
  const { card, post } = tables.get(front) ?? {};
  const said = card?.log ? card : post;
  happened.hidden = !said?.log;
  if (!said?.log) return;
  const list = happened.querySelector("ol");
  list.lang = said.language;
  list.replaceChildren(...said.log.map((line) => element("li", {}, withSuits(line))));
  showNewest();
}

// The newest line of what happened, once there is room for it.
export function showNewest() {
  const list = happened.querySelector("ol");
  list.scrollTop = list.scrollHeight;
}

function drawPost({ post, card }) {
  const parts = [drawTop({ title: post.title, clock: card?.clock ? null : post.clock, span: post.span })];
  // The picture bears the title already.
  if (post.picture) parts[0].querySelector("h3")?.classList.add("spoken");
  // One's own message stands for a table's headline, which its picture bears.
  if (post.headline && !(card && (post.picture || card.log))) parts.push(drawHeadline(post));
  if (post.picture) parts.push(drawPicture(post.picture));
  const told = card?.log ? card : post;
  if (told.log) parts.push(element("p", { class: "latest", lang: told.language }, withSuits(told.log.at(-1))));
  const foot = element("div", { class: "foot" });
  if (post.fields) foot.append(drawFields(post.fields));
  if (post.text) foot.append(post.picture ? drawInWords(post.text) : drawText(post.text));
  if (post.links) foot.append(drawLinks(post.links));
  parts.push(foot);
  if (post.select) parts.push(drawSelect(post.select, about.hand));
  if (post.rows && !card) parts.push(drawRows(post.rows, about.hand));
  return parts;
}

// What the picture shows, for those who would rather read it.
function drawInWords(text) {
  const remember = ({ target }) => (reading = target.open);
  return element("details", { class: "words", open: reading, ontoggle: remember }, element("summary", { "data-keep": "words", lang: document.documentElement.lang }, word("in-words")), drawText(text));
}

function drawPanel({ post, card }) {
  const rows = card.rows ?? [];
  const open = (post?.rows ?? []).map((row) => row.filter((button) => !button.spare));
  const parts = [drawStrip([...rows.filter(quiet), ...open].flat())];
  if (!post && card.title) parts.push(drawTop({ title: card.title }));
  const lead = element("div", { class: "lead" });
  if (card.headline) lead.append(drawHeadline(card));
  if (card.clock) lead.append(drawClock(card.clock, card.span));
  parts.push(lead);
  if (card.cards) parts.push(drawHands(card.cards));
  const told = element("div", { class: "facts" });
  if (card.text) told.append(drawText(card.text));
  if (card.links) told.append(drawLinks(card.links));
  if (card.fields) told.append(drawFields(card.fields));
  parts.push(told);
  if (card.select) parts.push(drawSelect(card.select, about.hand));
  parts.push(drawRows(rows.filter((row) => !quiet(row)), about.hand, "acts"));
  return parts;
}

function drawStrip(buttons) {
  return buttons.length ? drawRows([buttons], about.hand, "strip") : "";
}

// A turn that begins comes to the front, unless one is being taken there already.
function hearTurn(table, before) {
  const was = isMine({ card: before });
  const mine = isMine(table);
  if (mine && (!was || before.rows?.[0]?.[0]?.token !== table.card.rows?.[0]?.[0]?.token)) {
    if (front !== table.id && !isMine(tables.get(front))) {
      jump(table.id);
      settle();
    }
    about.turn(table);
  } else if (was && !mine) {
    about.turn(null);
  }
}

export const ownCards = (card) => card?.cards?.find((cards) => cards.own);

function announce(table, before) {
  const { card } = table;
  const lines = newLines(before?.log ?? [], card.log ?? []);
  const prefix = table.id === front ? "" : `${name(table)}: `;
  for (const line of lines) tell(prefix + line + word("stop"), card.language);
  const [own, held] = [ownCards(card), ownCards(before)];
  if (isMine(table) && card.headline !== before?.headline) {
    const hand = own?.faces.length ? `${own.label}: ${own.faces.join(word("comma"))}${word("stop")} ${own.note}` : "";
    const facts = (card.fields ?? []).map((field) => field.join(" ")).join(word("comma"));
    call([prefix + card.headline + word("stop"), hand, facts].join(" "), card.language);
  } else if (own?.faces.length && own.faces.join() !== held?.faces.join()) {
    tell(`${prefix}${own.label}: ${own.faces.join(word("comma"))}${word("stop")}`, card.language);
  } else if (card.tone && card.tone !== "turn" && card.headline !== before?.headline) {
    tell(prefix + card.headline, card.language);
  }
}
