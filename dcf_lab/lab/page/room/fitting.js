// What a projector shows fits its place: type as large as there is room for, and never a bar to scroll.

const HALVINGS = 7;

const fits = (box) => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;

// The largest number with which something still fits; the smallest if none does.
export function largest(least, most, tryIt) {
  if (tryIt(most)) return most;
  let [low, high] = [least, most];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (tryIt(middle)) low = middle;
    else high = middle;
  }
  tryIt(low);
  return low;
}

// How large a pixel is that was meant for 1920 x 1080.
export const pixelNow = () => Math.min(innerWidth / 1920, innerHeight / 1080);

// Letters of a box between two sizes. What can be spared goes before they become smaller than `least`, in the order of its number,
// and only then they do.
export function fitType(box, { least, most }) {
  const pixel = pixelNow();
  const size = (number) => {
    box.style.setProperty("--type", `${number * pixel}px`);
    return fits(box);
  };
  const spares = [...new Set([...box.querySelectorAll("[data-spare]")].map((one) => Number(one.dataset.spare)))].sort((a, b) => a - b);
  for (const one of box.querySelectorAll("[data-spare]")) one.hidden = false;
  while (!size(least) && spares.length > 0) {
    const gone = String(spares.shift());
    for (const one of box.querySelectorAll("[data-spare]")) if (one.dataset.spare === gone) one.hidden = true;
  }
  return size(least) ? largest(least, most, size) : largest(least / 3, least, size);
}

// The table above, and below it cards or a panel: the cards' type gives way first, then the table's. A full table spares something
// before its type becomes too small to read (tight, tighter: see screen.css).
export function fitColumn(column, { board, cards }) {
  const pixel = pixelNow();
  column.style.setProperty("--enlarged", String(1.5 * pixel));
  const sizes = (fit, type) => {
    column.style.setProperty("--fit", String(fit));
    column.style.setProperty("--type", `${type * pixel}px`);
    return fits(column);
  };
  column.classList.remove("tight", "tighter");
  for (const name of ["tight", "tighter"]) if (!sizes(board.least, cards.least)) column.classList.add(name);
  const type = largest(cards.least, cards.most, (number) => sizes(board.wanted, number));
  if (sizes(board.least, type)) largest(board.least, board.most, (number) => sizes(number, type));
  else largest(board.least / 2, board.least, (number) => sizes(number, type));
}

// Fit again after every drawing and whenever the window changes.
export function useFitted(fit) {
  const last = useRef(fit);
  last.current = fit;
  useLayoutEffect(() => last.current());
  useEffect(() => {
    const again = () => last.current();
    addEventListener("resize", again);
    document.fonts?.ready.then(again);
    return () => removeEventListener("resize", again);
  }, []);
}
