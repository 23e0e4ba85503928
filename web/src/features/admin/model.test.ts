import { expect, test } from "vitest";
import { anInvitation } from "@/test/household";
import {
  everyText,
  isBusy,
  isOpen,
  jobText,
  keepText,
  momentText,
  type Overview,
  readingText,
  seenText,
} from "./model";

const NOW = new Date(2026, 10, 23, 14);

test.each([
  [new Date(2026, 10, 23, 13, 30), "Within the hour"],
  [new Date(2026, 10, 23, 14, 30), "Within the hour"],
  [new Date(2026, 10, 23, 13), "1 hour ago"],
  [new Date(2026, 10, 22, 15), "23 hours ago"],
  [new Date(2026, 10, 20, 15), "Nov 20"],
  [new Date(2025, 10, 20, 15), "Nov 20, 2025"],
])("whoever was here at %s was seen %s", (at, text) => {
  expect(seenText(at, NOW)).toBe(text);
});

const MODEL = "all-MiniLM-L6-v2";

test.each<[Overview["reading"], string]>([
  [{ model: MODEL, read: 2140, passages: 9800 }, "2,140 of 9,800 passages read closely"],
  [{ model: MODEL, read: 9800, passages: 9800 }, "9,800 passages read closely, none waits"],
  [{ model: MODEL, read: 0, passages: 0 }, "Nothing to read yet."],
  [{ model: "", read: 0, passages: 9800 }, "Search goes by words alone."],
])("%j is told as %s", (reading, text) => {
  expect(readingText(reading)).toBe(text);
});

test.each([
  [0, MODEL, 3, false],
  [1, MODEL, 3, true],
  [0, MODEL, 2, true],
  [0, "", 0, false],
])("with %d jobs, the model %j and %d of 3 read: busy is %s", (waiting, model, read, busy) => {
  const overview = { jobs: { waiting }, reading: { model, read, passages: 3 } } as Overview;
  expect(isBusy(overview)).toBe(busy);
});

test.each([
  [{}, true],
  [{ expiresAt: NOW.toISOString() }, false],
  [{ usedAt: NOW.toISOString() }, false],
])("an invitation with %j is open: %s", (part, open) => {
  expect(isOpen(anInvitation({ expiresAt: new Date(2026, 10, 24).toISOString(), ...part }), NOW)).toBe(open);
});

test("an unknown kind of job is shown by its name", () => {
  expect(jobText("capture")).toBe("Reading a memory");
  expect(jobText("dream")).toBe("dream");
});

test.each([
  [0, "Off"],
  [86_400, "Every day"],
  [172_800, "Every 2 days"],
  [43_200, "Every 12 hours"],
  [3600, "Every hour"],
  [5400, "Every 90 minutes"],
  [90, "Every 90 seconds"],
])("a schedule of %d seconds reads %s", (seconds, text) => {
  expect(everyText(seconds)).toBe(text);
});

test.each([
  [0, "All are kept"],
  [1, "The newest of each kind is kept"],
  [14, "The newest 14 of each kind are kept"],
])("keeping %d backups reads %s", (keep, text) => {
  expect(keepText(keep)).toBe(text);
});

test("a moment of another year names the year", () => {
  expect(momentText(new Date(2026, 10, 23, 14, 5), NOW)).toBe("Nov 23, 2:05 PM");
  expect(momentText(new Date(2025, 10, 23, 0, 5), NOW)).toBe("Nov 23, 2025, 12:05 AM");
});
