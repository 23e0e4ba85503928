/** Keeps a stream of changes open while the page is visible. */

import { EventReader, type ServerEvent } from "@/lib/event-reader";
import { client, unwrap } from "./client";
import { statusOf } from "./errors";

/** Times in milliseconds. The server shows a sign of life every 20 s: this long without any, a stream is lost. */
const SILENCE = 50_000;
/** From a loss to the next try, twice as long after each that fails. The stream may ask for another. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;
/** A stream that brought something and lived this long was a good one: its loss is the first. */
const GOOD = 10_000;

export type Follower<News> = {
  /** The number of the last change that is known; "" when none is. Left out where news have no numbers: it is read again at each start. */
  lastChange?: () => string;
  /** Reads what is followed again, when changes may have been missed. */
  reread: () => Promise<unknown>;
  /** Whether the changes come as they happen. */
  live: (on: boolean) => void;
  /** What an event tells; undefined if it is of no concern. */
  newsIn: (event: ServerEvent) => News | undefined;
  /** In the order in which they happened, each at least once; `last` is the number of the last one, "" when unknown. */
  changed: (news: readonly News[], last: string) => void;
};

/** Starts following. Returns a function that stops, after which no change is reported. */
export function follow<News>(follower: Follower<News>): () => void {
  const stop = new AbortController();
  void keepFollowing(follower, stop.signal);
  return () => stop.abort();
}

/** What outlives a stream: where it was, how long to wait for the next, and whether it was opened and brought anything. */
type Place = { lastId: string; wait: number; heard: boolean; opened: boolean };

async function keepFollowing<News>(follower: Follower<News>, stopped: AbortSignal): Promise<void> {
  const place: Place = { lastId: "", wait: FIRST_WAIT, heard: false, opened: false };
  let losses = 0;
  for (;;) {
    await pageIs("visible", stopped);
    if (stopped.aborted) return;
    const began = Date.now();
    place.heard = false;
    place.opened = false;
    place.lastId ||= follower.lastChange?.() ?? "";
    const end = await followOnce(follower, place, stopped);
    if (end === "refused") return;
    losses = place.heard && Date.now() - began >= GOOD ? 1 : losses + 1;
    if (end === "lost") await pause(Math.min(place.wait * 2 ** (losses - 1), LONGEST_WAIT), stopped);
    else losses = 0;
  }
}

/** Reads one stream until the page is hidden, the session expires, or the stream ends. */
async function followOnce<News>(
  follower: Follower<News>,
  place: Place,
  stopped: AbortSignal,
): Promise<"hidden" | "refused" | "lost"> {
  const own = new AbortController();
  const close = () => own.abort();
  stopped.addEventListener("abort", close, { signal: own.signal });
  void pageIs("hidden", own.signal).then(close);
  let silence = setTimeout(close, SILENCE);
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(close, SILENCE);
  };
  try {
    await readChanges(follower, place, own.signal, alive);
    return "lost";
  } catch (error) {
    if (statusOf(error) === 401) return "refused";
    if (document.visibilityState === "hidden") return "hidden";
    if (!place.opened && !stopped.aborted) void follower.reread().catch(() => {});
    return "lost";
  } finally {
    clearTimeout(silence);
    close();
    follower.live(false);
  }
}

async function readChanges<News>(
  follower: Follower<News>,
  place: Place,
  signal: AbortSignal,
  alive: () => void,
): Promise<void> {
  const headers = place.lastId ? { "Last-Event-ID": place.lastId } : {};
  const body = await unwrap(client.GET("/api/v1/events", { parseAs: "stream", headers, signal }));
  const stream = (body as ReadableStream<Uint8Array>).getReader();
  const events = new EventReader();
  place.opened = true;
  // With the number of the last change, the stream replays all later ones.
  if (!place.lastId) await Promise.race([follower.reread(), abortion(signal)]);
  for (;;) {
    const { value, done } = await stream.read();
    if (done) return;
    alive();
    // The server sends at once. Until then a proxy may be buffering the stream.
    if (!place.heard) follower.live(true);
    place.heard = true;
    const received = events.read(value);
    if (follower.lastChange) place.lastId = received.at(-1)?.id || place.lastId;
    const news = received.flatMap((event) => follower.newsIn(event) ?? []);
    if (news.length > 0) follower.changed(news, place.lastId);
    place.wait = events.retry ?? place.wait;
  }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** Resolves once the page can be seen, or can't, and when the signal is aborted. */
async function pageIs(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === state) return;
  await until(signal, (done) => {
    const look = () => {
      if (document.visibilityState === state) done();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
}

/** Resolves after a delay, or when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** Resolves when `wait`, which returns the way to end it, says that it is done, and when the signal is aborted. */
function until(signal: AbortSignal, wait: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener("abort", done);
      end();
      resolve();
    };
    const end = wait(done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
