// The link to the kernel: questions with numbers, answers in order, and a heartbeat that notices when nobody answers.

const BEAT = 2000;
const PATIENCE = 5000;

export class Kernel {
  constructor(model, receive, whenLost) {
    Object.assign(this, { model, receive, whenLost });
    this.waiting = new Map();
    this.next = 1;
    this.asked = 0; // when the oldest unanswered question was sent
    this.lost = false;
    model.on("msg:custom", (message, buffers) => this.arrived(message, buffers));
    this.timer = setInterval(() => this.beat(), BEAT);
  }

  // Send a message; resolves with every answer to it once the last has come, or with none if the link was lost meanwhile.
  ask(message) {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, { resolve, answers: [], since: Date.now(), ping: message.do === "ping" });
      try {
        this.model.send({ ...message, id });
      } catch {
        // the page is being left, or the link is closed: the heartbeat will tell
      }
    });
  }

  arrived(message, buffers) {
    if (this.lost) {
      this.lost = false;
      this.whenLost(false);
    }
    const question = this.waiting.get(message.id);
    if (question) question.since = Date.now();
    if (message.show === "plotly") message.file = buffers[0];
    if (["done", "pong", "error", "plotly"].includes(message.show)) {
      this.waiting.delete(message.id);
      if (message.show === "error") this.receive(message);
      question?.resolve([...question.answers, message]);
      return;
    }
    question?.answers.push(message);
    this.receive(message);
  }

  beat() {
    const late = [...this.waiting].filter(([, question]) => Date.now() - question.since > PATIENCE);
    if (late.length > 0 && !this.lost) {
      this.lost = true;
      this.whenLost(true);
    }
    for (const [id, question] of late) {
      this.waiting.delete(id); // should an answer come after all, it is still shown
      question.resolve(question.answers);
    }
    if (![...this.waiting.values()].some((question) => question.ping)) this.ask({ do: "ping" });
  }

  stop() {
    clearInterval(this.timer);
  }
}

const TELL_EVERY = 200; // milliseconds between two words about long work

// Ask for long work: the kernel does a slice for each message, so that work nobody asks for any more rests.
export async function inSlices(kernel, page, message, wanted, tell) {
  let answers = await kernel.ask({ page, ...message });
  let told = 0;
  for (;;) {
    const working = answers.find((one) => one.show === "working");
    if (!working || !wanted()) return;
    if (Date.now() - told > TELL_EVERY) {
      told = Date.now();
      tell(working);
    }
    answers = await kernel.ask({ page, do: "more", work: working.work });
  }
}
