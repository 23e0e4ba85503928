/** What a filter that is being typed may become. Pure. */

import type { components } from "@/api/schema";
import { languageText } from "@/lib/language-text";
import { begins, tagKey } from "../tags/names";
import { dateLabel, KEY_LABELS, kindLabel, stateLabel } from "./labels";
import { parseFilter } from "./parse";
import { isSame, type Key, STATES, type Word } from "./words";

export type Facets = components["schemas"]["FacetsAnswer"];

/** A word to add, or the beginning of one to go on with. */
export type Suggestion = { label: string; key: Key; count?: number } & ({ word: Word } | { fill: string });

/** The keys that are begun with a press; other dates are typed. */
const BEGUN: readonly Key[] = ["tag", "kind", "from", "by", "lang", "on"];

/** Those offered before anything is typed. */
const STATES_FIRST = ["starred", "unread", "archived", "failed"] as const;

const MOST = 8;

/** Other names that people may type for a key. */
const ALIASES: Readonly<Record<string, Key>> = {
  type: "kind",
  site: "from",
  author: "by",
  language: "lang",
  date: "on",
  saved: "on",
  since: "after",
  until: "before",
};

export const keyNamed = (name: string): Key | undefined => {
  const lower = name.toLowerCase();
  return ALIASES[lower] ?? (lower in KEY_LABELS ? (lower as Key) : undefined);
};

/** Suggests what the typed text may become, without the words that are there. */
export function suggest(typed: string, facets: Facets | undefined, there: readonly Word[], now: Date): Suggestion[] {
  const text = typed.trim();
  const not = text.startsWith("-");
  const bare = not ? text.slice(1) : text;
  const [, name, begun] = /^([a-z]+):(.*)$/is.exec(bare) ?? [];
  const key = name === undefined ? undefined : keyNamed(name);
  const needle = (key ? (begun ?? "") : bare).replace(/^"|"$/g, "").trim();
  if (!key && needle === "") return beginnings(not);
  const all = [...(key ? [key] : ([...BEGUN, "is"] as Key[]))].flatMap((one) => ofKey(one, needle, facets, now));
  const whole = parseFilter(key && needle ? `${key}:"${needle.replace(/["\\]/g, "\\$&")}"` : "").words[0];
  const known = all.some(({ word }) => word.key === whole?.key && tagKey(word.value) === tagKey(whole.value));
  const found = whole && !known ? [...all, plain(whole)] : all;
  return found
    .map((one) => (not ? { ...one, label: `Not ${one.label}`, word: { ...one.word, not } } : one))
    .filter(({ word }) => !there.some((other) => isSame(other, word)))
    .slice(0, key ? 3 * MOST : MOST);
}

type Whole = Extract<Suggestion, { word: Word }>;

const plain = (word: Word): Whole => ({ word, key: word.key, label: labelOf(word) });

function labelOf({ key, value }: Word): string {
  if (key === "kind") return kindLabel(value);
  if (key === "lang") return languageText(value);
  if (key === "is") return stateLabel(value);
  if (key === "on") return `Saved ${value.length > 7 ? "on" : "in"} ${dateLabel(value)}`;
  if (key === "before" || key === "after") return `${KEY_LABELS[key]} ${dateLabel(value)}`;
  return value;
}

function beginnings(not: boolean): Suggestion[] {
  const keys = BEGUN.map(
    (key): Suggestion => ({ key, label: key === "on" ? "Date" : KEY_LABELS[key], fill: `${not ? "-" : ""}${key}:` }),
  );
  if (not) return keys;
  return [...keys, ...STATES_FIRST.map((value) => plain({ key: "is", value }))];
}

const FACETS: Partial<Record<Key, keyof Facets>> = {
  tag: "tags",
  kind: "kinds",
  from: "sites",
  by: "authors",
  lang: "languages",
};

function ofKey(key: Key, needle: string, facets: Facets | undefined, now: Date): Whole[] {
  if (key === "on" || key === "before" || key === "after") return dates(key, needle, now);
  if (key === "is") return STATES.map((value) => plain({ key, value })).filter(({ label }) => begins(label, needle));
  const facet = FACETS[key];
  const values = (facet && facets?.[facet]) ?? [];
  return values
    .map(({ name, count }) => ({ ...plain({ key, value: key === "lang" ? name.toLowerCase() : name }), count }))
    .filter(({ label, word }) => begins(label, needle) || (key !== "kind" && begins(word.value, needle)));
}

function dates(key: "on" | "before" | "after", needle: string, now: Date): Whole[] {
  const year = now.getFullYear();
  const month = `${year}-${String(now.getMonth() + 1).padStart(2, "0")}`;
  const typed = parseFilter(`on:${needle.replace(/\s.*/, "")}`).words[0]?.value;
  if (typed) {
    const keys = key === "on" ? (["on", "before", "after"] as const) : ([key] as const);
    return keys.map((one) => plain({ key: one, value: typed }));
  }
  if (needle !== "") return [];
  return [month, `${year}`, `${year - 1}`, `${year - 2}`].map((value) => plain({ key, value }));
}
