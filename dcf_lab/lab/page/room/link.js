// The link to a room: one socket, opened again whenever it is lost, and what has not been confirmed is said again.

const AGAIN = [300, 1800]; // milliseconds before the next try, at least and at most
const LAST_WORDS = 4000; // closed with such a code or a higher one it stays closed
export const CLOSED = {
  4000: "This page and the room do not understand each other. Load the page again.",
  4003: "The key is wrong. Open the address that was printed when the room was opened.",
  4004: "There is no room with this code. Look at the screen again.",
  4008: "That was too much at once. Wait a minute, then load the page again.",
  4010: "The workshop is over. Thank you for taking part.",
  4029: "The room is full, or too many came at once. Try again in a moment.",
};

export class RoomLink {
  // `hello` is said whenever the link is there; `receive` hears everything, `changed` that it was lost, found or closed.
  constructor(hello, receive, changed) {
    Object.assign(this, { hello, receive, changed });
    this.connected = false;
    this.closed = 0; // the code with which the room has closed it for good
    this.waiting = new Map(); // what the room has not confirmed
    this.number = 0;
    this.open();
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello() }));
    socket.onmessage = ({ data }) => socket === this.socket && this.arrived(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  arrived(message) {
    if (!this.connected) {
      this.connected = true;
      this.changed();
      for (const one of this.waiting.values()) this.write(one);
    }
    if (["taken", "late", "refused"].includes(message.show)) this.waiting.delete(message.n);
    this.receive(message);
  }

  lost(code) {
    this.connected = false;
    if (code >= LAST_WORDS) this.closed = code;
    else this.timer = setTimeout(() => this.open(), AGAIN[0] + Math.random() * (AGAIN[1] - AGAIN[0]));
    this.changed();
  }

  // A phone that slept may believe in a socket that is long gone.
  wake() {
    if (this.closed || this.socket.readyState === WebSocket.CONNECTING) return;
    if (this.socket.readyState === WebSocket.OPEN) this.say({ do: "hello", ...this.hello() });
    else this.open();
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
    if (this.connected) this.write(this.waiting.get(n));
    return n;
  }
}
