import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Memory } from "@/memory/kinds";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { FilteredStore, REST } from "./store";

/** Serves a list in pages of the asked size; a cursor is a number of memories. */
function serve(first: readonly Memory[]) {
  const state = { memories: first, asked: [] as string[] };
  server.use(
    http.get("/api/v1/content", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      state.asked.push(search);
      const from = Number(searchParams.get("cursor") ?? 0);
      const to = from + Number(searchParams.get("limit"));
      const content = state.memories.slice(from, to);
      const more = to < state.memories.length && { nextCursor: String(to) };
      return HttpResponse.json({ content, total: state.memories.length, ...more });
    }),
  );
  return state;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => aMemory({ _id: `m${index}`, tags: ["a"] }));
const ids = (store: FilteredStore) => store.getList().memories.map(({ _id }) => _id);

let stop = () => {};
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function read(memories: readonly Memory[], filter = "tag:a") {
  const state = serve(memories);
  const store = new FilteredStore({ filter, sort: "title" });
  stop = store.subscribe(() => {});
  await store.read();
  return { state, store };
}

it("is read in the server's pages, by its cursor, and counted by its total", async () => {
  const { state, store } = await read(many(300));
  expect(store.getList().memories).toHaveLength(60);
  expect(store.getList().total).toBe(300);
  await store.readNext();
  expect(store.getList().memories).toHaveLength(260);
  await store.readNext();
  expect(store.getList().cursor).toBeUndefined();
  expect(state.asked[1]).toBe("?limit=200&sort=title&filter=tag%3Aa&cursor=60");
});

it("what fits no more leaves at once, and what fits now comes with the next read", async () => {
  const { state, store } = await read(many(3));
  store.take([{ kind: "memory", memory: aMemory({ _id: "m1", tags: [] }) }]);
  expect(ids(store)).toEqual(["m0", "m2"]);
  expect(store.getList().total).toBe(2);
  state.memories = [aMemory({ _id: "new", tags: ["a"] }), ...many(1)];
  const told = vi.fn();
  const unsubscribe = store.subscribe(told);
  await vi.advanceTimersByTimeAsync(REST);
  await vi.waitFor(() => expect(ids(store)).toEqual(["new", "m0"]));
  unsubscribe();
});

it("a change shows in its place, a deletion is gone, a step asks for no other read", async () => {
  const { state, store } = await read([aMemory({ _id: "m0", status: "pending" }), ...many(3).slice(1)]);
  store.take(["m0", "m1"].map((id) => ({ kind: "step", id, step: "reading" })));
  expect(store.getList().memories[0]?.step).toBe("reading");
  expect(store.getList().memories[1]?.step).toBeUndefined(); // it was read before
  await vi.advanceTimersByTimeAsync(REST);
  expect(state.asked).toHaveLength(1);
  store.take([
    { kind: "memory", memory: aMemory({ _id: "m2", tags: ["A"], starred: true }) },
    { kind: "deleted", id: "m1" },
  ]);
  expect(ids(store)).toEqual(["m0", "m2"]);
  expect(store.getList().memories[1]?.starred).toBe(true);
});

it("a list of which much is loaded is read again as far", async () => {
  const { state, store } = await read(many(700));
  await store.readNext(500);
  state.asked = [];
  await store.read();
  expect(store.getList().memories).toHaveLength(560);
  expect(state.asked.map((search) => new URLSearchParams(search).get("limit"))).toEqual(["500", "60"]);
});

it("the answer of an earlier read says nothing new", async () => {
  const { store } = await read(many(1));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  server.use(
    http.get("/api/v1/content", async () => {
      calls += 1;
      const number = calls;
      if (number === 1) await held;
      return HttpResponse.json({ content: [aMemory({ _id: `read ${number}` })], total: 1 });
    }),
  );
  const early = store.read();
  await vi.waitFor(() => expect(calls).toBe(1));
  await store.read();
  release();
  await early;
  expect(ids(store)).toEqual(["read 2"]);
});
