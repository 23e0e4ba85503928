/**
 * Whether the dashboard keeps room for marks that come back. The server decides whether they do; this browser only remembers
 * enough of it that nothing moves when they arrive.
 */

import { stored } from "./stored";

const KEY = "marksBack";
const EXPECTED = "expected";
const OFF = "off";

/** A day as the reader's calendar has it: "2026-11-25". */
function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
}

function keep(value: string): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage there is no room for them, and none are shown.
  }
}

/** Whether there may be marks to show now; undefined where nothing is known of them yet. */
export function marksMayBeBack(): boolean | undefined {
  const kept = stored(KEY);
  return kept === null ? undefined : kept !== OFF && kept !== today();
}

/** Marks may come back from now on, tomorrow if they were closed for today. */
export function expectMarks(): void {
  if (marksMayBeBack() === undefined) keep(EXPECTED);
}

/** None today. */
export function noMarksToday(): void {
  keep(today());
}

/** They are turned on, or closed for good. */
export function setMarksBack(on: boolean): void {
  keep(on ? EXPECTED : OFF);
}

export function marksAreOff(): boolean {
  return stored(KEY) === OFF;
}
