/** What happens when a page is saved. */

import { dropPage, keepPage, keptPage, keptPages } from "./kept";
import type { Outcome, Saved } from "./messages";
import { type Page, readPage } from "./page";
import {
  addWords,
  isAway,
  markWords,
  memoryAt,
  memoryOf,
  type Refused,
  type SavedPage,
  saveLink,
  savePage,
  type Words,
} from "./server";
import { readSettings, type Settings } from "./settings";

const NOTHING: Words = { tags: [], remark: "" };

const refusal = (error: Refused): Outcome => ({ state: "refused", words: error.message });

/** Saves the page of a tab. The person has just asked for that, which is what lets it be read. */
export async function saveTab(tabId: number, tabUrl: string): Promise<Outcome> {
  const settings = await readSettings();
  if (!settings) return { state: "unset" };
  if (!/^https?:/i.test(tabUrl)) return { state: "refused", words: "Only pages of the web can be saved." };
  // Whether it is known is asked while the page is read.
  const known = memoryAt(settings, tabUrl).catch((error: unknown) => error);
  const page = await readTab(tabId, tabUrl);
  const before = await known;
  if (before instanceof Error) return isAway(before) ? keep(page) : refusal(before as Refused);
  if (before) {
    const { _id: id, title, createdAt: at } = before as Awaited<ReturnType<typeof memoryOf>>;
    return { state: "before", id, title: title || page.title, at };
  }
  return send(settings, page);
}

/** Saves the page of a tab again, in place of what was read of it before. */
export async function saveAnew(tabId: number): Promise<Outcome> {
  const settings = await readSettings();
  if (!settings) return { state: "unset" };
  const page = await readTab(tabId, "");
  if (!page.html) return { state: "refused", words: "This page can’t be read here." };
  return send(settings, page, true);
}

async function send(settings: Settings, page: Page, anew = false): Promise<Outcome> {
  try {
    const { id } = await sendPage(settings, page, anew);
    if (page.selection) await markLater(id, page.selection);
    return { state: "saved", id, title: page.title };
  } catch (error) {
    return isAway(error) ? keep(page) : refusal(error as Refused);
  }
}

const sendPage = (settings: Settings, page: Page, anew = false): Promise<SavedPage> =>
  page.html ? savePage(settings, page, anew) : saveLink(settings, page.url);

/** The page of a tab; its address alone where the browser lets it not be read, such as a PDF. */
async function readTab(tabId: number, url: string): Promise<Page> {
  try {
    const [read] = await chrome.scripting.executeScript({ target: { tabId }, func: readPage });
    if (read?.result) return read.result;
  } catch {
    // The browser's own pages, its store and its viewers are closed to extensions.
  }
  return { url, title: url, selection: "", html: "" };
}

async function keep(page: Page): Promise<Outcome> {
  await keepPage({ ...page, ...NOTHING, at: Date.now() });
  await showKept();
  return { state: "kept", url: page.url, title: page.title };
}

/** Adds tags and a remark to what was saved or kept. */
export async function say(of: Saved, words: Words): Promise<Outcome> {
  const settings = await readSettings();
  if (!settings) return { state: "unset" };
  try {
    if (of.state === "kept") {
      const page = await keptPage(of.url);
      if (page) await keepPage({ ...page, ...words });
      else {
        // It was sent meanwhile.
        const memory = await memoryAt(settings, of.url);
        if (memory) await addWords(settings, memory._id, words);
      }
    } else await addWords(settings, of.id, words);
    return of;
  } catch (error) {
    return isAway(error) ? { state: "refused", words: AWAY } : refusal(error as Refused);
  }
}

const AWAY = "Your Engram can’t be reached right now. Please try again.";

/** One pass at a time: two would send a page twice. */
let sending: Promise<void> = Promise.resolve();

/** Sends what was kept, and marks what was selected in pages that are read by now. */
export function sendKept(): Promise<void> {
  sending = sending.then(pass, pass);
  return sending;
}

async function pass(): Promise<void> {
  const settings = await readSettings();
  if (!settings) return;
  for (const page of await keptPages()) {
    try {
      // An address that is known is left as it is, so one that arrived before its answer was lost is there once.
      const { id } = await sendPage(settings, page);
      await addWords(settings, id, page);
      if (page.selection) await markLater(id, page.selection);
      await dropPage(page.url);
    } catch (error) {
      if (isAway(error)) break;
    }
  }
  await showKept();
  await markWaiting(settings);
}

/** The number of pages that wait stands on the button. */
export async function showKept(): Promise<void> {
  const { length } = await keptPages();
  await chrome.action.setBadgeBackgroundColor({ color: "#ecae63" });
  await chrome.action.setBadgeText({ text: length > 0 ? String(length) : "" });
}

type Mark = { id: string; quote: string; at: number };

/** A page that is not read by then is left unmarked. In milliseconds. */
const MARKED_WITHIN = 3600_000;

async function marks(): Promise<Mark[]> {
  const { marks = [] } = await chrome.storage.local.get(["marks"]);
  return marks as Mark[];
}

/** The server reads a page in a moment; its words can be marked then. */
async function markLater(id: string, quote: string): Promise<void> {
  await chrome.storage.local.set({ marks: [...(await marks()), { id, quote: quote.slice(0, 8000), at: Date.now() }] });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How often a page that is being read is looked at in one pass, once a second. */
const LOOKS = 15;

async function markWaiting(settings: Settings): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const waiting = await marks();
    if (waiting.length === 0) return;
    const left: Mark[] = [];
    for (const mark of waiting) if (!(await isMarked(settings, mark))) left.push(mark);
    const arrived = (await marks()).slice(waiting.length);
    await chrome.storage.local.set({ marks: [...left, ...arrived] });
    if (left.length + arrived.length > 0) await pause(1000);
  }
}

/** Whether nothing is left to do: it is marked, stands in the remark, or is given up. */
async function isMarked(settings: Settings, { id, quote, at }: Mark): Promise<boolean> {
  try {
    const { status } = await memoryOf(settings, id);
    if (status === "pending") return Date.now() - at > MARKED_WITHIN;
    await markWords(settings, id, quote).catch(async (error: unknown) => {
      if (isAway(error)) throw error;
      // Words of a menu or a picture are in no text.
      await addWords(settings, id, { tags: [], remark: `> ${quote.replace(/\n+/g, "\n> ")}`.slice(0, 4000) });
    });
    return true;
  } catch (error) {
    return !isAway(error);
  }
}
