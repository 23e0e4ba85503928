/** The words of a filter, and how they are typed. Pure. docs/filters.md tells what they mean. */

export const KEYS = ["tag", "kind", "from", "by", "lang", "before", "after", "on", "is"] as const;

export type Key = (typeof KEYS)[number];

/** One condition; `not` negates it. */
export type Word = { key: Key; value: string; not?: true };

/** The values of `is`. */
export const STATES = [
  "starred",
  "unread",
  "read",
  "archived",
  "failed",
  "pending",
  "highlighted",
  "tagged",
  "feed",
] as const;

export type State = (typeof STATES)[number];

/** What separates words, here and on the server. */
export const BLANK = "[ \\t\\n\\v\\f\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

const blank = new RegExp(BLANK);

/** A word as it is typed: tag:"to read". */
export function wordText({ key, value, not }: Word): string {
  return `${not ? "-" : ""}${key}:${quoted(value)}`;
}

/** A word of a key and a value, as it is typed. */
export function wordOf(key: Key, value: string): string {
  return wordText({ key, value });
}

function quoted(value: string): string {
  if (!value.startsWith('"') && !blank.test(value)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** A filter as it is typed. */
export function filterText(words: readonly Word[]): string {
  return words.map(wordText).join(" ");
}

export const isSame = (a: Word, b: Word) => wordText(a) === wordText(b);

/** The words with one more; those that it replaces go, since it says the opposite or is the only one of its kind. */
export function withWord(words: readonly Word[], word: Word): readonly Word[] {
  const replaced = (other: Word) =>
    (other.key === word.key && other.value === word.value) ||
    (["before", "after"].includes(word.key) && other.key === word.key) ||
    (word.key === "is" && other.key === "is" && OPPOSITES[word.value as State] === other.value);
  return [...words.filter((other) => !replaced(other)), word];
}

const OPPOSITES: Partial<Record<State, State>> = { read: "unread", unread: "read" };

export function withoutWord(words: readonly Word[], word: Word): readonly Word[] {
  return words.filter((other) => !isSame(other, word));
}
