// A slider over the amounts of a scale, with its marks, beside the field in which they are typed.

import { element } from "./element.js";
import { word } from "./words.js";

const PLACES = 240, BENT = 4;

// Amounts are integers in hundredths; `input` holds one as people write it.
export function drawSlider(scale, input, label) {
  const places = amounts(scale);
  const range = element("input", { type: "range", min: "0", max: String(places.count), step: "1", "aria-label": label, "data-keep": "range" });
  const marks = scale.marks.map(([name, amount]) => drawMark(name, amount, set));
  const ticks = scale.marks.map(([, amount]) => drawTick(amount, places));

  function set(amount) {
    const kept = Math.min(scale.most, Math.max(scale.least, amount));
    input.value = written(kept);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function follow() {
    const typed = amountOf(input.value);
    if (typed === null) return;
    range.value = String(places.index(typed));
    range.ariaValueText = written(places.amount(Number(range.value)));
    for (const mark of marks) mark.ariaPressed = String(Number(mark.dataset.amount) === typed);
  }
  const stride = (way) => set(beside(scale, amountOf(input.value) ?? scale.least, way));

  range.addEventListener("input", () => set(places.amount(Number(range.value))));
  input.addEventListener("input", follow);
  input.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || event.isComposing) return;
    event.preventDefault();
    stride(way);
  });
  follow();
  const step = (sign, name, way) => element("button", { type: "button", class: "sign", "aria-label": word(name, written(scale.stride)), onclick: () => stride(way) }, sign);
  return element("div", { class: "slider" },
    marks.length ? element("div", { class: "row marks", role: "group", "aria-label": word("amounts") }, ...marks) : "",
    element("div", { class: "rail" }, step("−", "less", -1), element("div", { class: "track" }, range, ...ticks), step("+", "more", 1)));
}

function drawMark(name, amount, set) {
  return element("button", { type: "button", "data-amount": String(amount), "aria-pressed": "false", onclick: () => set(amount) }, element("span", {}, name), " ", element("b", {}, (amount / 100).toLocaleString("en")));
}

function drawTick(amount, places) {
  const made = element("i", { class: "tick", "aria-hidden": "true" });
  made.style.setProperty("--at", String(places.count ? places.index(amount) / places.count : 0));
  return made;
}

// The places of a slider: `least`, the steps above it, `most`. Where the steps are too many for a
// thumb they lie closer at the low end, as bets do: most are a few big blinds, few are the stack.
export function amounts({ least, most, step }) {
  const first = (Math.floor(least / step) + 1) * step;
  const steps = Math.max(0, Math.ceil((most - first) / step));
  const between = steps <= PLACES ? steps : PLACES;
  const bent = Math.min(BENT, Math.log(most / Math.max(least, step)));
  const share = (at) => (steps <= PLACES ? at / steps : Math.expm1((bent * at) / PLACES) / Math.expm1(bent));
  const places = Array.from({ length: between }, (_, at) => first + Math.floor(share(at) * steps) * step);
  const all = [...new Set([least, ...places, Math.max(least, most)])];
  const count = all.length - 1;
  return {
    count,
    amount: (index) => all[Math.min(count, Math.max(0, index))],
    index: (amount) => (amount <= least ? 0 : amount >= most ? count : nearest(all, amount)),
  };
}

// Which of the places between the two ends is the nearest to an amount.
function nearest(all, amount) {
  const above = all.findIndex((each) => each >= amount);
  const at = all[above] - amount < amount - all[above - 1] ? above : above - 1;
  return Math.min(all.length - 2, Math.max(1, at));
}

// The next amount up or down that is a whole number of strides, within the scale.
function beside({ least, most, stride }, amount, way) {
  const whole = way > 0 ? Math.floor(amount / stride) + 1 : Math.ceil(amount / stride) - 1;
  return Math.min(most, Math.max(least, whole * stride));
}

// Hundredths as they are typed: 250, 12.50.
export function written(amount) {
  const [whole, part] = [Math.floor(amount / 100), amount % 100];
  return part ? `${whole}.${String(part).padStart(2, "0")}` : String(whole);
}

// The hundredths of a plain number, in whatever width it is typed; null for anything else, which
// the dealer reads.
function amountOf(text) {
  const plain = text.normalize("NFKC").replaceAll(",", "").trim();
  return /^\d+(\.\d{1,2})?$/u.test(plain) ? Math.round(Number(plain) * 100) : null;
}
