/** What is brought in from other programs, and its words. Pure. */

import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { time12h } from "@/lib/time-12h";
import { KINDS, type Kind } from "@/memory/kinds";

type Schemas = components["schemas"];

export type Import = Schemas["Import"];
export type Preview = Schemas["ImportPreview"];
export type Note = Schemas["ImportNote"];

/** What is not taken in of a watched folder. */
export type Watched = Schemas["WatchedAnswer"];

/** Whether it changes by itself. */
export const isWorking = ({ status }: Import) => status === "reading" || status === "running";

/** Whether it is over, one way or the other. */
export const isOver = ({ status }: Import) => status === "done" || status === "cancelled" || status === "failed";

/** "1 tag", "1,200 tags". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  netscape: "Bookmarks of a browser",
  chrome: "Bookmarks of Chrome",
  firefox: "Bookmarks of Firefox",
  "tab-session-manager": "Tab Session Manager",
  onetab: "OneTab",
  "pocket-html": "Pocket or Instapaper",
  pocket: "Pocket",
  instapaper: "Instapaper",
  raindrop: "Raindrop",
  "omnivore-zip": "Omnivore",
  omnivore: "Omnivore",
  wallabag: "wallabag",
  pinboard: "Pinboard",
  readability: "Readability",
  karakeep: "Karakeep",
  linkwarden: "Linkwarden",
  "readwise-reader": "Readwise Reader",
  readwise: "Readwise highlights",
  matter: "Matter",
  mymind: "mymind",
  keep: "Google Keep",
  evernote: "Evernote",
  roam: "Roam",
  folder: "Notes and files",
  kindle: "Kindle clippings",
  x: "X",
  youtube: "YouTube",
  "youtube-html": "YouTube",
  "youtube-playlist": "A playlist of YouTube",
  "youtube-subscriptions": "Subscriptions of YouTube",
  opml: "Feeds",
  csv: "A table",
  json: "A list of links",
  engram: "Engram",
};

/** What a file is, in words; undefined where only its name is known. */
export function formatText({ format }: Import): string | undefined {
  return FORMATS[format];
}

/** What the entries of a kind are called. A kind that only a newer server knows is shown by its name. */
export function kindText(kind: string): string {
  return KINDS[kind as Kind]?.plural ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** The memories that a start would add. */
export function comingOf({ new: fresh, fits }: Preview): number {
  return fits === null ? fresh : Math.min(fresh, fits);
}

/** What a start does where no memory comes; undefined: nothing. */
export function alsoOf({ feeds, conversations, filters }: Preview): string | undefined {
  if (feeds > 0) return `Follow ${counted(feeds, "feed")}`;
  if (conversations > 0) return `Add ${counted(conversations, "conversation")}`;
  return filters > 0 ? `Add ${counted(filters, "kept filter")}` : undefined;
}

/** What comes along with the memories: "418 highlights". */
export function alongOf(preview: Preview): string[] {
  const { tags, highlights, files, withText, starred, archived, unread, feeds, conversations, filters } = preview;
  const all: readonly [number, string][] = [
    [tags, counted(tags, "tag")],
    [highlights, counted(highlights, "highlight")],
    [withText, `${grouped(withText)} with their text`],
    [files, counted(files, "file")],
    [starred, `${grouped(starred)} starred`],
    [archived, `${grouped(archived)} archived`],
    [unread, `${grouped(unread)} unread`],
    [feeds, `${counted(feeds, "feed")} to follow`],
    [conversations, counted(conversations, "conversation")],
    [filters, counted(filters, "kept filter")],
  ];
  return all.filter(([count]) => count > 0).map(([, words]) => words);
}

/** "Saved between March 2011 and November 2026"; undefined where no entry has a date. */
export function spanText({ oldest, newest }: Preview): string | undefined {
  if (!oldest || !newest) return undefined;
  const [from, to] = [oldest, newest].map(monthText);
  return from === to ? `Saved in ${from}` : `Saved from ${from} to ${to}`;
}

function monthText(at: string): string {
  return new Date(at).toLocaleDateString("en-US", { month: "long", year: "numeric" });
}

/** What is happening to it, or how it ended. */
export function stateText(one: Import, now: Date): string {
  const { status, undoing, finishedAt } = one;
  if (status === "reading") return "It is being read. Nothing is added yet.";
  if (status === "ready") return "Nothing is added yet.";
  if (status === "running") {
    return undoing ? "What came with it is being removed." : "You can leave this page. It goes on without you.";
  }
  const at = finishedAt ? ` ${momentText(new Date(finishedAt), now)}` : "";
  if (status === "failed") return `Ended${at} before its end.`;
  return status === "cancelled" ? `Stopped${at}.` : `Done${at}.`;
}

/** "Nov 23, 2:05 PM". Local to the reader. */
export function momentText(at: Date, now: Date): string {
  return `${dayText(at, now)}, ${time12h(at)}`;
}

/** What a screen reader says when its state changes. */
export function newsText(one: Import): string {
  const { name, status, undoing, found, undone, unfollowed, preview } = one;
  switch (status) {
    case "reading":
      return `${name} is being read.`;
    case "ready":
      return `${name} is read: ${counted(preview ? comingOf(preview) : found, "memory", "memories")} can be added.`;
    case "running":
      return undoing ? `The import of ${name} is being undone.` : `${name} is being brought in.`;
    case "done":
      return undone + unfollowed > 0 ? `The import of ${name} is undone.` : `${name} is done: ${addedText(one)}.`;
    default:
      return `The import of ${name} has ended.`;
  }
}

/** "3 memories added, 12 feeds followed". */
function addedText({ saved, followed }: Import): string {
  return [
    (saved > 0 || followed === 0) && `${counted(saved, "memory", "memories")} added`,
    followed > 0 && `${counted(followed, "feed")} followed`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What became of the entries, in a few words. */
export function resultText({ saved, followed, failed, undone, unfollowed }: Import): string {
  const undo = [
    undone > 0 && `${counted(undone, "memory", "memories")} removed`,
    unfollowed > 0 && `${counted(unfollowed, "feed")} left`,
  ].filter(Boolean);
  if (undo.length > 0) return `Undone, ${undo.join(", ")}`;
  return [
    (saved > 0 || followed === 0) && `${grouped(saved)} added`,
    followed > 0 && `${counted(followed, "feed")} followed`,
    failed > 0 && `${grouped(failed)} not`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What came with it, in words: "3 memories and 12 feeds". */
export function cameText({ saved, followed }: Import): string {
  return [
    (saved > 0 || followed === 0) && counted(saved, "memory", "memories"),
    followed > 0 && counted(followed, "feed"),
  ]
    .filter(Boolean)
    .join(" and ");
}

/** The entries of a file that are no memories of a kind, nor what comes along besides: those that are refused, or here. */
export function othersOf({ found }: Import, { kinds, feeds, conversations, filters }: Preview): number {
  return kinds.reduce((left, { count }) => left - count, found - feeds - conversations - filters);
}

/** What the server names in the singular, of which an entry has one. */
const MANY: Readonly<Record<string, string>> = {
  address: "addresses",
  date: "dates",
  "date of publication": "dates of publication",
  description: "descriptions",
  file: "files",
  text: "texts",
};

/** "34 entries", "1 entry", "2 dates". */
export function lossText(what: string, count: number): string {
  if (count !== 1) return `${grouped(count)} ${MANY[what] ?? what}`;
  return `1 ${what in MANY ? what : what.replace(/ies$/, "y").replace(/s$/, "")}`;
}

/** How many files of a watched folder are not taken in. */
export function refusedText(count: number): string {
  return count === 1 ? "One file is not taken in." : `${grouped(count)} files are not taken in.`;
}

/** Why a file is not taken in, and when that is tried again. */
export function whyText({ why, again }: Watched["refused"][number]): string {
  const next = again ? `at ${time12h(new Date(again))}` : "once the file changes";
  return `${why.replace(/\.$/, "")}. Tried again ${next}.`;
}
