/** The scroll position on the shelf, kept for this tab through reloads and history navigation. */

import type { TabId } from "./model";

export type Place = {
  tab: TabId;
  /** The first card in view and how far below the top of the window it stands, in pixels; none above the cards. */
  anchor?: { id: string; offset: number } | undefined;
  /** How far the page is scrolled, in pixels. */
  y: number;
};

const STORED = "places";
/** Kept for as many entries of the history. */
const MOST = 20;

/** The key of an expired session's position, which is restored after the next sign-in. */
const ENDED = "ended";

/** The key that the router gives to a page opened by its address. */
const OPENED = "default";

type Stored = [key: string, place: Place][];

function stored(): Stored {
  try {
    const places: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(places) ? places : [];
  } catch {
    return [];
  }
}

function store(places: Stored): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(places.slice(-MOST)));
  } catch {
    // A full or forbidden storage costs the place alone.
  }
}

/** Keeps the place of an entry of the history, by its key. */
export function keepPlace(key: string, place: Place): void {
  store([...stored().filter(([other]) => other !== key), [key, place]]);
}

/** Keeps the position for the next sign-in, because the session expired. */
export function keepForNextSession(place: Place): void {
  keepPlace(ENDED, place);
}

/** The place to go on at. */
export function placeOf(key: string): Place | undefined {
  const places = new Map(stored());
  return places.get(key) ?? places.get(ENDED);
}

/** That of an ended session is good for once. */
export function forgetEnded(): void {
  store(stored().filter(([key]) => key !== ENDED));
}

/** Forgets all positions, because the next user of this tab may be another person. */
export function forgetPlaces(): void {
  sessionStorage.removeItem(STORED);
}

/** A page that is opened by its address begins at the top, unless it is there again. */
export function beginAnew(): void {
  const [entry] = performance.getEntriesByType?.("navigation") ?? [];
  if ((entry as PerformanceNavigationTiming | undefined)?.type !== "navigate") return;
  store(stored().filter(([key]) => key !== OPENED));
}
