/** An opened memory and the citations that led to it. Pure: no network, no React. */

import { clockTime } from "@/lib/clock-time";
import { grouped } from "@/lib/grouped";
import { languageText } from "@/lib/language-text";
import { KINDS, type Memory } from "@/memory/kinds";
import { pagesText, titleOf } from "@/memory/memory";
import { lengthText, minutesOf } from "./text/length";

/** The citations of an answer in one memory. They are passed as the location's state when the memory is opened. */
export type Cited = {
  question: string;
  citations: readonly {
    n: number;
    quote: string;
    place: string;
    /** The position of the quote: the index of its passage, and its first and last characters there. */
    passage?: number | undefined;
    span?: readonly number[] | undefined;
    page?: number | undefined;
    second?: number | undefined;
  }[];
  /** The index of the citation that was pressed. */
  shown: number;
};

type Loose = Record<string, unknown>;

const isObject = (value: unknown): value is Loose => typeof value === "object" && value !== null;

const isCitation = (value: unknown): value is Cited["citations"][number] =>
  isObject(value) &&
  Number.isInteger(value.n) &&
  typeof value.quote === "string" &&
  value.quote.trim() !== "" &&
  typeof value.place === "string";

const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns whether a member of a citation is a valid position. */
const isNumbered = (name: string, value: unknown) =>
  name === "span"
    ? Array.isArray(value) && value.length === 2 && value.every(isWhole)
    : ["passage", "page", "second"].includes(name) && isWhole(value);

/**
 * Parses the location's state. Undefined if it is not valid, since the tab's history may have entries of older
 * versions.
 */
export function citedOf(state: unknown): Cited | undefined {
  if (!isObject(state) || typeof state.question !== "string" || !Array.isArray(state.citations)) return undefined;
  const { question, shown } = state;
  const citations = state.citations.filter(isCitation).map((citation: Loose & Cited["citations"][number]) => {
    const { n, quote, place } = citation;
    const numbers = Object.entries(citation).filter(([name, value]) => isNumbered(name, value));
    return { n, quote, place, ...Object.fromEntries(numbers) };
  });
  const isOne = Number.isInteger(shown) && (shown as number) in citations;
  return { question, citations, shown: isOne ? (shown as number) : 0 };
}

/** Returns the heading above the text. A note whose title is its own beginning is just called a note. */
export function headingOf(memory: Memory): string {
  return memory.type === "note" && !isTitled(memory) ? KINDS.note.label : titleOf(memory);
}

/** Returns whether the memory has a title of its own. Tweets have none, nor do notes whose title is their beginning. */
export function isTitled({ type, title, description }: Memory): boolean {
  return type !== "tweet" && !(type === "note" && isBeginning(title, description));
}

/** A truncated title ends in "…". */
function isBeginning(title: string, text: string): boolean {
  const bare = (words: string) => words.replace(/\s+/gu, " ").trim();
  return bare(text).startsWith(bare(title.replace(/…$/u, "")));
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

function dateText(at: string | undefined, format: Intl.DateTimeFormat): string {
  const date = new Date(at ?? "");
  return Number.isNaN(date.getTime()) ? "" : format.format(date).replace(/\u202f/g, " ");
}

/** "11 min, 2,640 words"; of a recording its time, of a document its pages. */
function lengthOf(memory: Memory, words: number): string {
  if (memory.duration) return clockTime(memory.duration);
  const pages = pagesText(memory);
  if (words === 0) return pages;
  return pages ? `${pages}, ${grouped(minutesOf(words))} min` : lengthText(words);
}

const SPF: Record<string, string> = {
  pass: "its server may send for",
  fail: "its server may not send for",
  softfail: "its server probably may not send for",
};

/** "ada@example.org (SPF pass: its server may send for example.org; DKIM none)". */
function mailText({ sender, spf, server, dkim, signer }: NonNullable<Memory["mail"]>): string {
  const served = server && SPF[spf] ? `SPF ${spf}: ${SPF[spf]} ${server}` : `SPF ${spf}`;
  const signed = signer ? `DKIM ${dkim}: ${dkim === "pass" ? "signed by" : "not signed by"} ${signer}` : `DKIM ${dkim}`;
  return `${sender || "no one named"} (${served}; ${signed})`;
}

/** Returns the known details of a memory as names and values, in order. Dates are in local time. */
export function factsOf(
  memory: Memory,
  words = 0,
  mail: Memory["mail"] = undefined,
): readonly (readonly [name: string, value: string])[] {
  const { type, language, publishedAt, createdAt, feed } = memory;
  const facts = [
    [type === "link" ? "Written" : "Published", dateText(publishedAt, day)],
    ["Saved", dateText(createdAt, dayAndTime)],
    ["Length", lengthOf(memory, words)],
    ["Language", language ? languageText(language) : ""],
    ["From the feed", feed?.title ?? ""],
    ["By email from", mail ? mailText(mail) : ""],
  ] as const;
  return facts.filter(([, value]) => value !== "");
}
