/** Which letters of a text a search has found: folded as the server folds them, roughly. */

export type Piece = { text: string; hit: boolean };

/** Letters that Unicode does not take apart, as people type them. */
const PLAIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };

function foldLetter(letter: string): string {
  const lower = letter.toLowerCase();
  const plain = PLAIN[lower] ?? lower;
  return plain.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Without case and accents. */
export function foldText(text: string): string {
  return Array.from(text, foldLetter).join("");
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const WORD = /[\p{L}\p{N}]/u;
/** Scripts that put no space between words: a word may begin anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Cuts a text where hits begin and end. A hit is the beginning of a word that one of the typed words is. */
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
      // Up to the next letter, so that the accents of the last one come along.
      hit.fill(1, from[at], endOf(from, at + term.length));
    }
  }
  if (!hit.includes(1)) markParted(folded, from, terms, hit);
  return cut(text, hit);
}

/** Two words that follow each other, as one: the text may have "wifi" where "wi fi" is typed. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => words[index] + word);
}

/** Marks words that the text writes as two, "wi-fi" where "wifi" is typed. */
function markParted(folded: string, from: number[], terms: string[], hit: Uint8Array) {
  for (const term of terms.filter(({ length }) => length >= 4 && length <= 12)) {
    const parted = new RegExp(`(?<![\\p{L}\\p{N}])${Array.from(term).join("[-\\s]?")}`, "gu");
    for (const found of folded.matchAll(parted))
      hit.fill(1, from[found.index], endOf(from, found.index + found[0].length));
  }
}

/** The folded text, and for each of its characters where the letter begins that it comes from; at its end, the end. */
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

/** Where a hit ends: a letter that folds to several is never marked in part. */
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
