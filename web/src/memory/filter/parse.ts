/** Reads a text for filter words, as internal/filter does on the server: both pass the same examples. Pure. */

import { KINDS, type Kind } from "../kinds";
import { BLANK, KEYS, type Key, STATES, type Word } from "./words";

type Parsed = {
  words: readonly Word[];
  /** What is no filter word, with one blank between. */
  rest: string;
};

const blanks = new RegExp(`${BLANK}+`);
const leading = new RegExp(`^${BLANK}+`);
const opening = /^(?:-?[A-Za-z]+:)?/;

/** Returns the filter words of a text, and its other words. It reads any text. */
export function parseFilter(text: string): Parsed {
  const words: Word[] = [];
  const others: string[] = [];
  for (let left = text.replace(leading, ""); left !== ""; left = left.replace(leading, "")) {
    const token = first(left);
    left = left.slice(token.length);
    const word = readWord(token);
    if (word) words.push(word);
    else others.push(token);
  }
  return { words, rest: others.join(" ") };
}

/** The text up to a blank that is not in quotes, which count where they are closed before a blank or the end. */
function first(text: string): string {
  const begins = opening.exec(text)?.[0].length ?? 0;
  const quoted = text.slice(begins).startsWith('"') ? closing(text.slice(begins)) : 0;
  if (quoted > 0) return text.slice(0, begins + quoted);
  const end = text.search(blanks);
  return end < 0 ? text : text.slice(0, end);
}

/** The length of a quoted text; 0 if its quotes are not closed. */
function closing(text: string): number {
  const end = /^"(?:\\[\s\S]|[^"\\])*"/.exec(text)?.[0].length ?? 0;
  const behind = text.slice(end, end + 1);
  return behind === "" || blanks.test(behind) ? end : 0;
}

function readWord(token: string): Word | undefined {
  const colon = token.indexOf(":");
  if (colon < 0) return undefined;
  const not = token.startsWith("-");
  const typed = token.slice(not ? 1 : 0, colon).toLowerCase();
  let key = (typed === "type" ? "kind" : typed) as Key;
  if (!KEYS.includes(key)) return undefined;
  const value = plainValue(token.slice(colon + 1));
  if (value === undefined) return undefined;
  if (key === "is" && kindOf(value)) key = "kind";
  const read = READERS[key](value);
  return read === "" ? undefined : { key, value: read, ...(not && { not }) };
}

/** A value without its quotes, undefined where it can't be one. */
function plainValue(typed: string): string | undefined {
  let value = typed;
  if (value.startsWith('"')) {
    if (closing(value) !== value.length) return undefined;
    value = value.slice(1, -1).replace(/\\(["\\])/g, "$1");
  }
  value = value.normalize("NFC").split(blanks).filter(Boolean).join(" ");
  return value === "" || /\p{Cc}/u.test(value) ? undefined : value;
}

/** Each normalises a value; "" if its key can't have it. */
const READERS: Record<Key, (value: string) => string> = {
  tag: tagOf,
  kind: (value) => kindOf(value) ?? "",
  from: siteOf,
  by: (value) => value,
  lang: languageOf,
  before: dateOf,
  after: dateOf,
  on: dateOf,
  is: (value) => STATES.find((state) => state === value.toLowerCase()) ?? "",
};

function tagOf(value: string): string {
  const bare = value.replace(/^[# ]+/, "");
  return [...bare].length > 64 ? "" : bare;
}

const PAGES = ["website", "websites", "page", "pages"];

function kindOf(value: string): Kind | undefined {
  const lower = value.toLowerCase();
  if (PAGES.includes(lower)) return "link";
  const bare = lower.replace(/s$/, "");
  return bare in KINDS && lower.length <= bare.length + 1 ? (bare as Kind) : undefined;
}

const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?([^/?#: ]+\.[^/?#:. ]+)(?:[/?#:][^ ]*)?$/;

/** The host of an address without www., or a name as it is. */
function siteOf(value: string): string {
  return ADDRESS.exec(value.toLowerCase())?.[1] ?? value;
}

function languageOf(value: string): string {
  const tag = value.toLowerCase().replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(tag) ? tag : "";
}

/** A year, month or day with all of its digits. */
function dateOf(value: string): string {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (!found) return "";
  const [, year = "", month, day] = found;
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const at = new Date(0);
  at.setUTCFullYear(y, m - 1, d);
  if (y === 0 || at.getUTCMonth() !== m - 1 || at.getUTCDate() !== d) return "";
  return [year, month, day].flatMap((part) => (part ? [part.padStart(2, "0")] : [])).join("-");
}
