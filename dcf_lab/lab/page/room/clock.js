// How much of the lesson's time has passed since it began.

const minuted = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export function Clock({ desk, running }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const passed = running ? desk.passed + (Date.now() - desk.since) / 1000 : 0;
  return html`<span class="clock">${minuted(Math.max(0, passed))} of ${desk.minutes}:00</span>`;
}
