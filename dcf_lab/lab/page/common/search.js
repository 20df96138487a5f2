// Searching in plain words: small words are left out, endings do not matter, and what has more of the words comes first.

const SMALL = new Set(("a an and are as at be been but by can cannot could did do does done for from get gets give go goes has have he "
  + "her him his how i if in into is it its may me mean means my of on one or shall she should so than that the "
  + "their them then there they this to was we what when where which who why will with work works would you your").split(" "));
const SHORTEST = 3; // letters that stay of a word without its ending

const plainLetters = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

// "Attacks", "attacked" and "attacking" are one word.
function withoutEnding(word) {
  const short = word.replace(/(ies|ied)$/, "y").replace(/(ing|ed|es|(?<!s)s|e)$/, "");
  return short.length >= SHORTEST ? short : word;
}

const stemmed = (text) => ` ${plainLetters(text).split(" ").map(withoutEnding).join(" ")}`;

// What can be found: by its title, and less by everything else that is said of it; what answers questions comes `first`.
export function findable(item, title, more, first = false, place = 0) {
  return { item, first, place, named: plainLetters(title), title: stemmed(title), text: stemmed(`${title} ${more}`) };
}

// "How does an attack work?" -> ["attack"]; if there are only small words, these
export function askedWords(text) {
  const words = plainLetters(text).split(" ").filter(Boolean);
  const telling = words.filter((word) => !SMALL.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(withoutEnding))];
}

// Of what can be found whatever has at least half of the words, best first; `place` decides between equals.
export function findWords(all, text) {
  const words = askedWords(text);
  if (words.length === 0) return all.map(({ item }) => item);
  const phrase = plainLetters(text);
  const count = (where) => words.filter((word) => where.includes(` ${word}`)).length;
  return all.map((one) => ({ one, found: count(one.text) }))
    .filter(({ found }) => found * 2 >= words.length && found > 0)
    .map(({ one, found }) => ({ one, found, exact: one.named.includes(phrase), titled: count(one.title) }))
    .sort((a, b) => b.found - a.found || b.exact - a.exact || b.one.first - a.one.first || b.titled - a.titled
      || a.one.place - b.one.place)
    .map(({ one }) => one.item);
}
