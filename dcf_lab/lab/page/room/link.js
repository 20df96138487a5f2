// The link to a room: one socket, opened again whenever it is lost, and what has not been confirmed is said again.

const AGAIN = [300, 1800]; // milliseconds before the next try, at least and at most
const SILENCE = [4000, 30_000]; // milliseconds without an answer after which a socket is believed to be dead: at first, and at most
const LAST_WORDS = 4000; // closed with such a code or a higher one it stays closed
export const NO_ROOM = 4004;
export const TOO_MUCH = 4008;
export const OVER = 4010;
export const FULL = 4029;
export const CLOSED = {
  4000: "This page and the room do not understand each other. Load the page again.",
  4003: "The key is wrong. Open the address that was printed when the room was opened.",
  4004: "There is no room with this code. Look at the screen again.",
  4008: "That was too much at once. Wait a minute, then try again.",
  4010: "The workshop is over. Thank you for taking part.",
  4029: "The room is full, or too many came at once.",
};

export class RoomLink {
  // `hello` is said whenever the link is there; `receive` hears everything, `changed` that it was lost, found or closed.
  constructor(hello, receive, changed) {
    Object.assign(this, { hello, receive, changed });
    this.connected = false;
    this.closed = 0; // the code with which the room has closed it for good
    this.waiting = new Map(); // what the room has not confirmed
    this.number = 0;
    this.patience = SILENCE[0];
    this.open();
    for (const event of ["pageshow", "online"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
  }

  open() {
    for (const timer of [this.timer, this.doubt]) clearTimeout(timer);
    const before = this.socket;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    before?.close();
    this.expect();
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello() }));
    socket.onmessage = ({ data }) => socket === this.socket && this.arrived(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  // A phone that slept, or left its network, may believe in a socket that is long gone.
  expect() {
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      this.patience = Math.min(2 * this.patience, SILENCE[1]); // a room that is busy is not asked ever more
      this.connected = false;
      this.changed();
      this.open();
    }, this.patience);
  }

  arrived(message) {
    clearTimeout(this.doubt);
    this.patience = SILENCE[0];
    if (!this.connected) {
      this.connected = true;
      this.changed();
      for (const one of this.waiting.values()) this.write(one);
    }
    if (["taken", "late", "refused"].includes(message.show)) this.waiting.delete(message.n);
    if (this.waiting.size > 0) this.expect();
    this.receive(message);
  }

  lost(code) {
    clearTimeout(this.doubt);
    this.connected = false;
    if (code >= LAST_WORDS) this.closed = code;
    if (code < LAST_WORDS || code === FULL) { // too many at once: it is worth another try
      const [least, most] = code === FULL ? [3000, 8000] : AGAIN;
      this.timer = setTimeout(() => this.again(), least + Math.random() * (most - least));
    }
    this.changed();
  }

  again() {
    this.closed = 0;
    this.open();
  }

  wake() {
    if (this.closed || this.socket.readyState === WebSocket.CONNECTING) return;
    if (this.socket.readyState !== WebSocket.OPEN) return this.open();
    this.say({ do: "hello", ...this.hello() });
    this.expect();
  }

  // Nothing more is to be said.
  leave(code) {
    for (const timer of [this.timer, this.doubt]) clearTimeout(timer);
    this.closed = code;
    this.connected = false;
    this.socket.onclose = null;
    this.socket.close();
    this.changed();
  }

  write(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  say(message) {
    this.write(message);
  }

  // Something that must not be lost: said again until the room confirms it.
  insist(message) {
    const n = ++this.number;
    this.waiting.set(n, { ...message, n });
    if (this.connected) {
      this.write(this.waiting.get(n));
      this.expect();
    }
    return n;
  }
}
