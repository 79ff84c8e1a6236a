// The socket: it connects again by itself, and sends again what was not answered and may wait.

const VERSION = "1";
const PING_EVERY = 15000, PONG_WITHIN = 10000, WAIT_LEAST = 400, WAIT_MOST = 8000;

export class Wire {
  // `heard(frame)` gets every frame; `changed(connected)` each coming and going.
  constructor(channel, heard, changed) {
    this.channel = channel;
    this.heard = heard;
    this.changed = changed;
    this.waiting = new Map();
    this.tries = 0;
    this.offset = 0;
    this.ended = this.met = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.beat(), PING_EVERY);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = new URLSearchParams({ v: VERSION, channel: this.channel });
    const other = new URLSearchParams(location.search).get("as");
    if (other) query.set("as", other);
    const socket = new WebSocket(`${scheme}//${location.host}/socket?${query}`);
    this.socket = socket;
    this.last = this.pinged = Date.now();
    socket.onmessage = (event) => this.socket === socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  receive(frame) {
    this.last = Date.now();
    if (frame.now) this.offset = frame.now - Date.now();
    if (frame.kind === "state") {
      this.tries = 0;
      this.met = true;
      this.changed(true);
    }
    if (frame.kind === "answer") {
      const asked = this.waiting.get(frame.id);
      this.waiting.delete(frame.id);
      asked?.done(frame);
    } else {
      this.heard(frame);
    }
    if (frame.kind === "state") {
      for (const asked of this.waiting.values()) this.send(asked.frame);
    }
  }

  lost() {
    this.met = false;
    for (const [id, asked] of this.waiting) if (!asked.again) this.giveBack(id);
    if (this.ended) return;
    this.changed(false);
    const wait = Math.min(WAIT_MOST, WAIT_LEAST * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }

  hurry() {
    if (this.timer && !this.ended) this.connect();
  }

  // No use in trying again: the page must be loaded anew.
  end() {
    this.ended = true;
    this.socket.close();
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.last >= this.pinged) {
      this.pinged = Date.now();
      this.send({ kind: "ping" });
    } else if (Date.now() - this.pinged > PONG_WITHIN) {
      const silent = this.socket;
      this.socket = null;
      silent.close();
      this.lost();
    }
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  // Ask what will be answered. With `again` the same id goes out after every reconnection until it
  // is; what is meant for this moment alone is given back instead, as the error "lost".
  ask(frame, done, again = true) {
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const asked = { frame: { ...frame, id }, done, again };
    this.waiting.set(id, asked);
    if (again || this.met) this.send(asked.frame);
    else this.giveBack(id);
  }

  giveBack(id) {
    const { done } = this.waiting.get(id);
    this.waiting.delete(id);
    done({ error: "lost" });
  }

  // Whether a press with this token still waits for its answer.
  pressed(token) {
    return [...this.waiting.values()].some((asked) => asked.frame.token === token);
  }

  now() {
    return Date.now() + this.offset;
  }
}
