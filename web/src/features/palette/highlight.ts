/** Finds the characters of a text that match a search. Folds text roughly as the server does. */

export type Piece = { text: string; hit: boolean };

/** Letters that have no Unicode decomposition, with their usual replacements. */
const PLAIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };

function foldLetter(letter: string): string {
  const lower = letter.toLowerCase();
  const plain = PLAIN[lower] ?? lower;
  return plain.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Returns the text in lower case, without diacritics. */
export function foldText(text: string): string {
  return Array.from(text, foldLetter).join("");
}

/** Splits a text into folded words. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const WORD = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words, where a match may start anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Splits a text into matching and other pieces. A match is a typed word at the start of a word of the text. */
export function highlight(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  const terms = [...new Set(words)];
  if (terms.length === 0 || text === "") return text === "" ? [] : [{ text, hit: false }];
  const { folded, from } = foldMapped(text);
  const hit = new Uint8Array(text.length);
  for (const term of [...terms, ...joined(words)]) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
      const before = folded[at - 1];
      if (before && WORD.test(before) && !UNSPACED.test(term)) continue;
      // Up to the next letter, to include the diacritics of the last one.
      hit.fill(1, from[at], endOf(from, at + term.length));
    }
  }
  if (!hit.includes(1)) markParted(folded, from, terms, hit);
  return cut(text, hit);
}

/** Joins each two adjacent words: the text may have "wifi" where "wi fi" is typed. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => words[index] + word);
}

/** Marks words that the text writes with a hyphen or space, "wi-fi" where "wifi" is typed. */
function markParted(folded: string, from: number[], terms: string[], hit: Uint8Array) {
  for (const term of terms.filter(({ length }) => length >= 4 && length <= 12)) {
    const parted = new RegExp(`(?<![\\p{L}\\p{N}])${Array.from(term).join("[-\\s]?")}`, "gu");
    for (const found of folded.matchAll(parted))
      hit.fill(1, from[found.index], endOf(from, found.index + found[0].length));
  }
}

/** Returns the folded text, and for each of its characters the index of its letter in the original, then the length. */
function foldMapped(text: string): { folded: string; from: number[] } {
  let folded = "";
  let at = 0;
  const from: number[] = [];
  for (const letter of text) {
    const plain = foldLetter(letter);
    folded += plain;
    for (let i = 0; i < plain.length; i++) from.push(at);
    at += letter.length;
  }
  from.push(at);
  return { folded, from };
}

/** Returns where a match ends in the original: a letter that folds to several is marked whole. */
function endOf(from: number[], next: number): number {
  let end = next;
  while (from[end] !== undefined && from[end] === from[next - 1]) end++;
  return from[end] ?? 0;
}

function cut(text: string, hit: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (let end = 1; end <= text.length; end++) {
    if (end < text.length && hit[end] === hit[start]) continue;
    pieces.push({ text: text.slice(start, end), hit: hit[start] === 1 });
    start = end;
  }
  return pieces;
}
