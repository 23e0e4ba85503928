import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Memory } from "@/memory/kinds";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { FRONT, ListStore } from "./list-store";
import { shownOf } from "./loaded";

/** Newest first. */
let held: Memory[] = [];
/** What was asked for. */
let asked: string[] = [];
/** Runs before each answer, when what it holds is settled already. */
let meanwhile = () => {};

beforeEach(() => {
  held = Array.from({ length: 300 }, (_, index) =>
    aMemory({ _id: String(9000 - index), type: index % 2 ? "note" : "link" }),
  );
  asked = [];
  meanwhile = () => {};
  server.use(
    http.get("/api/v1/content", ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      asked.push(search);
      const [type, cursor] = [searchParams.get("type"), searchParams.get("cursor") ?? "~"];
      const limit = Number(searchParams.get("limit"));
      const fit = held.filter((memory) => memory._id < cursor && (!type || memory.type === type));
      const content = fit.slice(0, limit);
      meanwhile();
      return HttpResponse.json({ content, ...(fit.length > limit && { nextCursor: content.at(-1)?._id }) });
    }),
  );
});

const ids = (store: ListStore) => shownOf(store.getList(), "all").map(({ _id }) => _id);

describe("the list", () => {
  it("API-27 loads page by page, and notifies of each change", async () => {
    const store = new ListStore();
    const told = vi.fn();
    const stop = store.subscribe(told);
    await store.readFront();
    expect(ids(store)).toHaveLength(FRONT);
    await store.readPage("all", "8941");
    expect(ids(store)).toEqual(held.slice(0, 260).map(({ _id }) => _id));
    expect(told).toHaveBeenCalledTimes(2);
    stop();
    store.tell([{ kind: "deleted", id: "9000" }]);
    expect(told).toHaveBeenCalledTimes(2);
    expect(asked).toEqual(["?limit=60", "?limit=200&cursor=8941"]);
  });

  it("begins with a first page that was loaded early, which is read again like any other", async () => {
    const store = new ListStore({ content: held.slice(0, FRONT), nextCursor: "8941" });
    expect(ids(store)).toEqual(held.slice(0, FRONT).map(({ _id }) => _id));
    expect(asked).toEqual([]);
    held = held.slice(1);
    await store.readFront();
    expect(ids(store)[0]).toBe("8999");
  });

  it("treats an event that arrives during a page's request as newer than the page", async () => {
    const store = new ListStore();
    await store.readFront();
    meanwhile = () => store.tell([{ kind: "deleted", id: "8900" }]);
    await store.readPage("all", "8941");
    expect(ids(store)).not.toContain("8900");
    meanwhile = () => store.tell([{ kind: "memory", memory: aMemory({ _id: "9001" }) }]);
    await store.readFront();
    expect(ids(store)[0]).toBe("9001");
  });

  it("polls pending memories on the first page and, in rotation, beyond", async () => {
    held = held.map((memory, index) => (index === 100 || index === 250 ? { ...memory, status: "pending" } : memory));
    const store = new ListStore();
    await store.readFront();
    await store.readPage("all", "8941");
    held = held.map((memory) => ({ ...memory, status: "ready" }));
    asked = [];
    await store.readPending();
    await store.readPending();
    expect(asked.filter((search) => search === "?limit=60")).toHaveLength(2);
    expect(store.getList().memories.some(({ status }) => status === "pending")).toBe(false);
  });

  it("stays as it is when it can't be read", async () => {
    const store = new ListStore();
    await store.readFront();
    const before = store.getList();
    server.use(http.get("/api/v1/content", () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    await expect(store.readPage("all", "8941")).rejects.toThrow("Broken");
    expect(store.getList()).toBe(before);
  });
});
