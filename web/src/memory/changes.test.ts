import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { onChanged } from "./changed";
import { changed, changeMemory } from "./changes";
import type { Memory } from "./kinds";

let told: Memory[] = [];
let stop = () => {};

beforeEach(() => {
  told = [];
  stop = onChanged((memories) => told.push(...memories));
});
afterEach(() => stop());

function serve(answer: (part: Partial<Memory>) => Response | Promise<Response>) {
  server.use(
    http.patch("/api/v1/content/:id", async ({ request }) => answer((await request.json()) as Partial<Memory>)),
  );
}

it("a change is told at once, and again as the server keeps it", async () => {
  const memory = aMemory();
  serve((part) => HttpResponse.json({ content: { ...memory, ...part, title: "as kept" } }));
  const changing = changeMemory(memory, { starred: true });
  expect(told).toEqual([{ ...memory, starred: true }]);
  expect(await changing).toMatchObject({ title: "as kept" });
  expect(told.at(-1)).toMatchObject({ starred: true, title: "as kept" });
});

it("what the server refuses is taken back, and the reason is given", async () => {
  const memory = aMemory();
  serve(() => HttpResponse.json({ message: "Too many tags" }, { status: 400 }));
  await expect(changeMemory(memory, { tags: ["a"] })).rejects.toMatchObject({ said: "Too many tags" });
  expect(told.map(({ tags }) => tags)).toEqual([["a"], []]);
});

it("two changes are sent in their order, and only the last answer counts", async () => {
  const memory = aMemory();
  const sent: unknown[] = [];
  serve((part) => {
    sent.push(part);
    return HttpResponse.json({ content: { ...memory, ...part } });
  });
  const first = changeMemory(memory, { starred: true });
  await Promise.all([first, changeMemory({ ...memory, starred: true }, { starred: false })]);
  expect(sent).toEqual([{ starred: true }, { starred: false }]);
  expect(told.map(({ starred }) => starred)).toEqual([true, false, false]);
});

it("what is made unread was never opened", () => {
  const memory = aMemory({ progress: 0.4, readTo: 3, openedAt: "2026-11-20T08:12:00Z" });
  expect(changed(memory, { unread: true })).not.toHaveProperty("progress");
  expect(changed(memory, { unread: true })).not.toHaveProperty("openedAt");
  expect(changed(memory, { unread: false }).progress).toBe(0.4);
  expect(changed(aMemory(), { unread: false }).progress).toBe(1);
});
