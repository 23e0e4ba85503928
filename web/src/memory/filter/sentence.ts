/** Says in words what a filter shows. Pure. */

import { grouped } from "@/lib/grouped";
import { languageText } from "@/lib/language-text";
import { dateLabel, kindLabel } from "./labels";
import type { Key, Word } from "./words";

const STATES: Readonly<Record<string, string>> = { highlighted: "marked", pending: "waiting", feed: "followed" };

const during = (date: string) => `${date.length > 7 ? "on" : "in"} ${dateLabel(date)}`;

const listed = (words: readonly string[], and: string) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;

/** How many there are, and what kind of them: "12 web pages", then what narrows them: "tagged recipes, from nytimes.com". */
export function sentenceOf(words: readonly Word[], count: number): { what: string; which: string } {
  const of = (key: Key, not = false, text = (value: string) => value) =>
    words.filter((word) => word.key === key && (word.not ?? false) === not).map(({ value }) => text(value));
  const lower = (kind: string) => kindLabel(kind, count).replace(/^./, (letter) => letter.toLowerCase());
  const states = of("is", false, (state) => STATES[state] ?? state);
  const noun = listed(of("kind", false, lower), "or") || (count === 1 ? "memory" : "memories");
  const part = (before: string, values: readonly string[], and: string) =>
    values.length > 0 ? `${before} ${listed(values, and)}` : "";
  const dates = (key: Key, not?: boolean) => of(key, not, dateLabel);
  const which = [
    part("tagged", of("tag"), "and"),
    part("not tagged", of("tag", true), "or"),
    part("from", of("from"), "or"),
    part("not from", of("from", true), "or"),
    part("by", of("by"), "or"),
    part("not by", of("by", true), "or"),
    part("in", of("lang", false, languageText), "or"),
    part("not in", of("lang", true, languageText), "or"),
    part("saved after", [...dates("after"), ...dates("before", true)], "and"),
    part("saved before", [...dates("before"), ...dates("after", true)], "and"),
    part("saved", of("on", false, during), "or"),
    part("not saved", of("on", true, during), "or"),
    part("not", [...of("is", true, (state) => STATES[state] ?? state), ...of("kind", true, lower)], "or"),
  ];
  const number = count === 0 ? "No" : grouped(count);
  return { what: [number, states.join(", "), noun].filter(Boolean).join(" "), which: which.filter(Boolean).join(", ") };
}
