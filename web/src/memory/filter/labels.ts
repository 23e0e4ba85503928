/** Filter words in the language of people. Pure. */

import { languageText } from "@/lib/language-text";
import { KINDS, type Kind } from "../kinds";
import type { Key, State, Word } from "./words";

/** What each key is called. */
export const KEY_LABELS: Readonly<Record<Key, string>> = {
  tag: "Tag",
  kind: "Kind",
  from: "Site",
  by: "Author",
  lang: "Language",
  before: "Saved before",
  after: "Saved after",
  on: "Saved",
  is: "Only",
};

const STATE_LABELS: Readonly<Record<State, string>> = {
  starred: "Starred",
  unread: "Unread",
  read: "Read",
  archived: "Archived",
  failed: "Failed",
  pending: "On its way",
  highlighted: "With marks",
  tagged: "With tags",
  feed: "From feeds",
};

export const kindLabel = (kind: string, count = 2) =>
  count === 1 ? KINDS[kind as Kind].label : KINDS[kind as Kind].plural;

export const stateLabel = (state: string) => STATE_LABELS[state as State];

/** "2025", "March 2025", "Mar 9, 2025". */
export function dateLabel(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  const form: Intl.DateTimeFormatOptions =
    date.length > 7 ? { dateStyle: "medium" } : { year: "numeric", ...(date.length > 4 && { month: "long" }) };
  return new Intl.DateTimeFormat("en-US", { ...form, timeZone: "UTC" }).format(at);
}

/** What a word's chip says: "recipes", "Not recipes", "Before 2025". */
export function wordLabel({ key, value, not }: Word): string {
  const label = bareLabel(key, value);
  return not ? `Not ${label}` : label;
}

function bareLabel(key: Key, value: string): string {
  switch (key) {
    case "kind":
      return kindLabel(value);
    case "lang":
      return languageText(value);
    case "is":
      return stateLabel(value);
    case "on":
      return dateLabel(value);
    case "before":
      return `Before ${dateLabel(value)}`;
    case "after":
      return `After ${dateLabel(value)}`;
    default:
      return value;
  }
}
