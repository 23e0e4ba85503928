import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { type Change, changed, changeOf } from "./changes";

const at = (id: string, part = {}) => aMemory({ _id: id, title: id, ...part });
const idsAfter = (ids: string[], change: Change) =>
  changed(
    ids.map((id) => at(id)),
    change,
  ).map(({ _id }) => _id);

describe("an event", () => {
  const memory = at("b");
  it.each([
    ["memory", JSON.stringify(memory), { kind: "memory", memory }],
    ["deleted", '{"_id":"b"}', { kind: "deleted", id: "b" }],
    ["step", '{"_id":"b","step":"reading"}', { kind: "step", id: "b", step: "reading" }],
    ["step", '{"_id":"b","step":""}', { kind: "step", id: "b", step: "waiting" }],
    ["message", '{"_id":"b"}', undefined],
    ["tomorrow", '{"_id":"b"}', undefined],
    ["memory", "{", undefined],
    ["memory", "null", undefined],
    ["memory", "[]", undefined],
    ["deleted", "{}", undefined],
  ])("named %s with %s", (name, data, change) => {
    expect(changeOf({ name, data, id: "" })).toEqual(change);
  });
});

describe("the list", () => {
  it.each([
    ["the newest on top", "d", ["d", "c", "b", "a"]],
    ["one between", "bb", ["c", "bb", "b", "a"]],
    ["the oldest at the end", "A", ["c", "b", "a", "A"]],
  ])("HOME-22 takes in %s", (_, id, after) => {
    expect(idsAfter(["c", "b", "a"], { kind: "memory", memory: at(id) })).toEqual(after);
  });

  it("begins with the first memory", () => {
    expect(idsAfter([], { kind: "memory", memory: at("a") })).toEqual(["a"]);
  });

  it("has a memory as it is now in its own place, and the others untouched", () => {
    const before = [at("c"), at("b", { status: "pending" }), at("a")];
    const now = at("b", { status: "ready", title: "Read at last" });
    const after = changed(before, { kind: "memory", memory: now });
    expect(after).toEqual([before[0], now, before[2]]);
    expect(after[0]).toBe(before[0]);
  });

  it("lets go of a memory, and is the same list when it had none", () => {
    expect(idsAfter(["c", "b", "a"], { kind: "deleted", id: "b" })).toEqual(["c", "a"]);
    const list = [at("a")];
    expect(changed(list, { kind: "deleted", id: "z" })).toBe(list);
  });

  it("has the step of a memory on its way, and of no other", () => {
    const list = [at("b", { status: "pending", step: "waiting" }), at("a")];
    expect(changed(list, { kind: "step", id: "b", step: "reading" })[0]).toHaveProperty("step", "reading");
    expect(changed(list, { kind: "step", id: "b", step: "waiting" })).toBe(list);
    expect(changed(list, { kind: "step", id: "a", step: "reading" })).toBe(list);
    expect(changed(list, { kind: "step", id: "z", step: "reading" })).toBe(list);
  });
});
