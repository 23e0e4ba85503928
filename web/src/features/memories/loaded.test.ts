import { describe, expect, it } from "vitest";
import { ALL_KINDS, type Kind, type Memory, perKind } from "@/memory/kinds";
import { aMemory } from "@/test/memory";
import type { Change } from "./live/changes";
import {
  type Counts,
  contradicted,
  countsOf,
  type Loaded,
  leave,
  loadedDownTo,
  NOTHING_LOADED,
  nextCursor,
  type Page,
  pendingBeyond,
  type Scope,
  shownOf,
  stay,
  withChanges,
  withFront,
  withPage,
} from "./loaded";

const at = (id: string, part: Partial<Memory> = {}) => aMemory({ _id: id, title: id, ...part });
const ids = (memories: readonly Memory[]) => memories.map(({ _id }) => _id).join("");

/** What a server that holds these memories, newest first, answers. */
function pageOf(held: readonly Memory[], limit: number, scope: Scope = "all", cursor = "\uffff"): Page {
  const fit = held.filter(({ _id, type }) => _id < cursor && (scope === "all" || type === scope));
  const content = fit.slice(0, limit);
  return { content, nextCursor: fit.length > limit ? content.at(-1)?._id : undefined };
}

function frontOf(held: readonly Memory[], limit: number) {
  const counts = perKind(() => 0);
  for (const { type } of held) counts[type] += 1;
  return { ...pageOf(held, limit), counts, change: "1" };
}

const listOf = (text: string, limit = 100) =>
  withFront(
    NOTHING_LOADED,
    frontOf(
      [...text].map((id) => at(id)),
      limit,
    ),
  );
const front = (text: string, limit = 100) =>
  frontOf(
    [...text].map((id) => at(id)),
    limit,
  );
const tell = (list: Loaded, ...changes: Change[]) => withChanges(list, changes);

describe("the first page", () => {
  it("HOME-22 API-27 is shown as received, newest first, with the counts", () => {
    const list = listOf("fedcba", 2);
    expect(ids(shownOf(list, "all"))).toBe("fe");
    expect(countsOf(list).all).toBe(6);
    expect(nextCursor(list, "all")).toBe("e");
    expect(list.turn).toBe(0);
  });

  it.each([
    ["the same again", "fedc", "fedc", "fedc", 0],
    ["one more on top", "fedc", "gfedc", "gfedc", 1],
    ["one that went", "fedc", "fdc", "fdc", 1],
    ["as many new ones as a page holds, which reach what is known", "dcba", "fedcba", "fedcba", 1],
    ["more than a page holds: what lies below the gap is dropped", "cba", "hgfedcba", "hgf", 1],
    ["none left", "cba", "", "", 1],
    ["the first ones", "", "cba", "cba", 1],
  ])("read again: %s", (_, before, now, shown, turns) => {
    const list = withFront(listOf(before), front(now, before === "" ? 100 : 3));
    expect(ids(shownOf(list, "all"))).toBe(shown);
    expect(list.turn).toBe(turns);
  });

  it("keeps what was loaded beyond it", () => {
    const held = [..."fedcba"].map((id) => at(id));
    const list = withPage(withFront(NOTHING_LOADED, frontOf(held, 2)), "all", "e", pageOf(held, 2, "all", "e"));
    const again = withFront(list, frontOf(held, 2));
    expect(ids(shownOf(again, "all"))).toBe("fedc");
    expect(again.turn).toBe(0);
  });

  it("marks kinds with missed older changes, and shows their memories until they are read again", () => {
    const list = withFront(listOf("fedcba"), front("fedca", 2));
    expect(contradicted(list)).toEqual(["link"]);
    expect(ids(shownOf(list, "all"))).toBe("fedcba");
    const again = withPage(list, "link", "e", front("dca"));
    expect(ids(shownOf(again, "all"))).toBe("fedca");
    expect(again.turn).toBe(list.turn + 1);
    expect(contradicted(again)).toEqual([]);
  });

  it.each([
    ["before the server has deleted it", "fedcba"],
    ["after that", "fedca"],
  ])("HOME-20 is at odds with no memory on its way out, %s", (_, held) => {
    const list = withFront(leave(listOf("fedcba"), "b"), front(held, 2));
    expect(contradicted(list)).toEqual([]);
    expect(ids(shownOf(list, "all"))).toBe("fedca");
  });

  it.each([
    ["none", undefined],
    ["none that are known", { "all-memories": 4 } as unknown as Counts],
  ])("that comes with counts, %s, is counted as far as it is loaded", (_, counts) => {
    const list = withFront(NOTHING_LOADED, { ...front("fedcba", 2), counts });
    expect(countsOf(list).all).toBe(2);
    expect(contradicted(list)).toEqual([]);
    const more = withPage(list, "all", "e", front("dcba"));
    expect(countsOf(more)).toEqual({ all: 6, link: 6, video: 0, tweet: 0, document: 0, note: 0 });
    expect(countsOf(tell(more, { kind: "deleted", id: "c" })).all).toBe(5);
    expect(countsOf(leave(more, "c")).all).toBe(5);
  });

  it("is older than an event that arrived during its request", () => {
    const list = tell(listOf("cb"), { kind: "memory", memory: at("d") }, { kind: "deleted", id: "b" });
    const since: Change[] = [
      { kind: "memory", memory: at("d", { title: "told" }) },
      { kind: "deleted", id: "b" },
    ];
    const after = withFront(list, front("cb"), since);
    expect(shownOf(after, "all").map(({ title }) => title)).toEqual(["told", "c"]);
    expect(countsOf(after).all).toBe(2);
  });
});

describe("a further page", () => {
  it("of one kind extends that kind only", () => {
    const held = [..."fedcba"].map((id, index) => at(id, { type: index % 2 ? "note" : "link" }));
    const list = withPage(withFront(NOTHING_LOADED, frontOf(held, 2)), "note", "e", pageOf(held, 9, "note", "e"));
    expect(ids(shownOf(list, "note"))).toBe("eca");
    expect(ids(shownOf(list, "all"))).toBe("fe");
    expect(ids(shownOf(list, "link"))).toBe("f");
    expect(nextCursor(list, "note")).toBeUndefined();
  });

  it("below a new gap is not used", () => {
    const list = withFront(listOf("cba", 2), front("zyxcba", 2));
    expect(withPage(list, "all", "b", pageOf([at("a")], 2))).toBe(list);
  });

  it("does not restore a memory that was deleted during its request", () => {
    const held = [..."dcba"].map((id) => at(id));
    const list = withFront(NOTHING_LOADED, frontOf(held, 2));
    const since: Change[] = [
      { kind: "deleted", id: "b" },
      { kind: "memory", memory: at("a", { title: "told" }) },
    ];
    const after = withPage(list, "all", "c", pageOf(held, 9, "all", "c"), since);
    expect(shownOf(after, "all").map(({ title }) => title)).toEqual(["d", "c", "told"]);
  });
});

describe("a change", () => {
  it.each([
    ["the newest on top", "d", "dcba"],
    ["one between", "bb", "cbbba"],
    ["the oldest at the end", "A", "cbaA"],
  ])("HOME-22 HOME-15 takes in %s", (_, id, after) => {
    const list = tell(listOf("cba"), { kind: "memory", memory: at(id) });
    expect(ids(shownOf(list, "all"))).toBe(after);
    expect(countsOf(list).all).toBe(4);
    expect(list.turn).toBe(1);
  });

  it("replaces its memory in place, leaves others untouched, and changes no count", () => {
    const before = listOf("cba");
    const after = tell(before, { kind: "memory", memory: at("b", { title: "Read at last" }) });
    expect(after.memories[1]?.title).toBe("Read at last");
    expect(after.memories[0]).toBe(before.memories[0]);
    expect(after.turn).toBe(before.turn);
    expect(countsOf(after)).toEqual(countsOf(before));
  });

  it("of a memory that is not loaded changes no list, and marks the counts as unknown if it is gone", () => {
    const list = listOf("fedcba", 2);
    expect(tell(list, { kind: "memory", memory: at("b") })).toBe(list);
    const doubtful = tell(list, { kind: "deleted", id: "b" });
    expect(doubtful.doubt).toBe(true);
    expect(ids(shownOf(doubtful, "all"))).toBe("fe");
    expect(withFront(doubtful, front("fedca", 2)).doubt).toBe(false);
    expect(tell(listOf("cba"), { kind: "deleted", id: "z" }).doubt).toBe(false);
  });

  it("has the step of a pending memory only", () => {
    const list = withFront(NOTHING_LOADED, frontOf([at("b", { status: "pending", step: "waiting" }), at("a")], 9));
    expect(tell(list, { kind: "step", id: "b", step: "reading" }).memories[0]?.step).toBe("reading");
    for (const id of ["a", "z"]) expect(tell(list, { kind: "step", id, step: "reading" })).toBe(list);
    expect(tell(list, { kind: "step", id: "b", step: "waiting" })).toBe(list);
  });

  it("has no effect before the first page", () => {
    expect(tell(NOTHING_LOADED, { kind: "memory", memory: at("a") })).toBe(NOTHING_LOADED);
  });
});

describe("a deletion", () => {
  it("HOME-20 HOME-15 removes the memory at once, and its confirmation changes nothing more", () => {
    const list = leave(listOf("cba"), "b");
    expect(ids(shownOf(list, "all"))).toBe("ca");
    expect(countsOf(list).all).toBe(2);
    const after = tell(list, { kind: "deleted", id: "b" });
    expect(after.turn).toBe(list.turn);
    expect(countsOf(after).all).toBe(2);
    expect(ids(shownOf(withFront(list, front("cba")), "all"))).toBe("ca");
  });

  it("that is undone restores the memory to its position", () => {
    const list = stay(leave(listOf("cba"), "b"), "b", true);
    expect(ids(shownOf(list, "all"))).toBe("cba");
    expect(list.returned).toEqual({ id: "b" });
    expect(stay(leave(listOf("cba"), "b"), "b", false).returned).toBeUndefined();
  });
});

it("pending memories beyond the first page are polled in rotation", () => {
  const held = [..."fedcba"].map((id) => at(id, "fca".includes(id) ? { status: "pending" } : {}));
  const list = withFront(NOTHING_LOADED, frontOf(held, 9));
  expect([0, 1, 2].map((beat) => pendingBeyond(list, 2, beat)?.cursor)).toEqual(["d", "b", "d"]);
  expect(pendingBeyond(listOf("cba"), 2, 0)).toBeUndefined();
});

/** The same numbers each time, between 0 and 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it("API-27 after any events, the list equals the server's, without a gap, and so do the counts", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const roll = dice(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
    let held: Memory[] = [];
    let saved = 0;
    let list = NOTHING_LOADED;
    const add = () => {
      saved += 1;
      const memory = at(String(1000 + saved), { type: pick<Kind>(ALL_KINDS) });
      held = [memory, ...held];
      return memory;
    };
    for (let count = 0; count < 20; count++) add();
    list = withFront(list, frontOf(held, 5));
    for (let step = 0; step < 40; step++) {
      const deed = roll();
      const scope = pick<Scope>(["all", ...ALL_KINDS]);
      const cursor = nextCursor(list, scope);
      if (deed < 0.4 && cursor) list = withPage(list, scope, cursor, pageOf(held, 3, scope, cursor));
      else if (deed < 0.6) list = tell(list, { kind: "memory", memory: add() });
      else if (deed < 0.75 && held.length > 0) {
        const { _id: id } = pick(held);
        held = held.filter(({ _id }) => _id !== id);
        list = tell(list, { kind: "deleted", id });
      } else if (deed < 0.85 && held.length > 0) {
        const memory = { ...pick(held), title: `changed ${step}` };
        held = held.map((other) => (other._id === memory._id ? memory : other));
        list = tell(list, { kind: "memory", memory });
      } else if (deed < 0.9) {
        // Disconnected for a while: the changes are missed.
        for (let count = Math.floor(roll() * 8); count > 0; count--) add();
        list = withFront(list, frontOf(held, 5));
      } else if (deed < 0.95 && held.length > 0) {
        // Nor that this one went.
        const { _id: gone } = pick(held);
        held = held.filter(({ _id }) => _id !== gone);
        // What is not loaded to its end can't tell.
        if (!ALL_KINDS.every((kind) => loadedDownTo(list, kind) === ""))
          list = tell(list, { kind: "deleted", id: gone });
        list = withFront(list, frontOf(held, 5));
        for (const kind of contradicted(list)) {
          let cursor = pageOf(held, 5).nextCursor;
          while (cursor) {
            const page = pageOf(held, 3, kind, cursor);
            list = withPage(list, kind, cursor, page);
            cursor = page.nextCursor;
          }
        }
      } else list = withFront(list, frontOf(held, 5));
      for (const each of ["all", ...ALL_KINDS] as Scope[]) {
        const reach = loadedDownTo(list, each);
        const true_ = held.filter(({ _id, type }) => _id >= reach && (each === "all" || type === each));
        expect(shownOf(list, each), `seed ${seed}, step ${step}, ${each}`).toEqual(true_);
      }
      if (list.doubt) continue;
      const { counts } = frontOf(held, 1);
      expect(countsOf(list), `seed ${seed}, step ${step}`).toEqual({ ...counts, all: held.length });
    }
  }
});
