// The channel: what people say and what the dealer posts, the newest at the bottom.

import { tick } from "./clock.js";
import { drawMessage } from "./draw.js";
import { element, redraw, withSuits } from "./element.js";
import * as tables from "./tables.js";

const LINES_MOST = 400, HUES = 8;
const by = (id) => document.getElementById(id);
const log = by("log"), newest = by("newest");

let stuck = true, top = 0;
let about = { hand: null, now: () => 0, language: () => "en" };

export function begin(given) {
  about = given;
}

// All there is; what else was shown is gone.
export function showAll(items) {
  const there = new Set(items.map((item) => item.at));
  for (const shown of document.querySelectorAll("#log > li, #tables > article")) {
    const at = Number(shown.id.replace("item-", ""));
    if (!there.has(at)) drop(at);
  }
  log.ariaLive = "off";
  items.forEach(show);
  log.ariaLive = "polite";
}

export function show(item) {
  if (tables.isTable(item.message)) {
    by(`item-${item.at}`)?.closest("#log > li")?.remove();
    tables.showPost(item.at, item.message);
  } else {
    tables.dropPost(item.at);
    if (item.message) showPost(placeOf(item), item.message);
    else showTalk(placeOf(item), item);
  }
  if (log.children.length > LINES_MOST) log.firstChild.remove();
  tick(about.now());
  settle();
}

export function drop(at) {
  tables.dropPost(at);
  by(`item-${at}`)?.remove();
  settle();
}

function placeOf(item) {
  const id = `item-${item.at}`;
  const there = by(id);
  if (there) return there;
  // Parts of a log, which is no list.
  const made = element("li", { id, "data-at": item.at, role: "none" });
  const after = [...log.children].reverse().find((shown) => Number(shown.dataset.at) < item.at);
  after ? after.after(made) : log.prepend(made);
  return made;
}

function showPost(place, message) {
  const live = Boolean(message.rows || message.select || message.clock);
  place.className = live ? "post live" : "post";
  place.lang = message.language;
  redraw(place, drawMessage(message, about.hand));
}

function showTalk(place, { who, name, text, at }) {
  place.className = "talk";
  const hue = [...who].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 9973, 7) % HUES;
  const when = new Date(at);
  place.replaceChildren(
    element("bdi", { class: `who hue${hue}` }, name),
    element("time", { datetime: when.toISOString() }, when.toLocaleTimeString(about.language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })),
    element("p", { dir: "auto" }, withSuits(text)),
  );
}

const atBottom = () => log.scrollHeight - log.scrollTop - log.clientHeight < 40;

// Who reads the newest line goes on doing so, whatever grows or shrinks.
export function settle() {
  if (stuck) log.scrollTop = log.scrollHeight;
  by("empty").hidden = log.children.length > 0 || !document.body.classList.contains("bare");
  newest.hidden = atBottom();
}

log.addEventListener("scroll", () => {
  // Only who scrolls up leaves the newest line; the log may also shrink under it.
  stuck = atBottom() || (stuck && log.scrollTop >= top);
  top = log.scrollTop;
  newest.hidden = atBottom();
});
log.addEventListener("load", settle, true);
new ResizeObserver(settle).observe(log);
newest.addEventListener("click", () => (log.scrollTop = log.scrollHeight));
