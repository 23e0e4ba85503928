import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { newsIn } from "./changes";

describe("an event", () => {
  const memory = aMemory({ _id: "b" });
  it.each([
    ["memory", JSON.stringify(memory), { kind: "memory", memory }],
    ["deleted", '{"_id":"b"}', { kind: "deleted", id: "b" }],
    ["highlights", '{"_id":"b"}', { kind: "highlights", id: "b" }],
    ["highlights", "{}", undefined],
    ["step", '{"_id":"b","step":"reading"}', { kind: "step", id: "b", step: "reading" }],
    ["step", '{"_id":"b","step":""}', { kind: "step", id: "b", step: "waiting" }],
    ["message", '{"_id":"b"}', undefined],
    ["tomorrow", '{"_id":"b"}', undefined],
    ["memory", "{", undefined],
    ["memory", "null", undefined],
    ["memory", "[]", undefined],
    ["deleted", "{}", undefined],
  ])("named %s with %s", (name, data, change) => {
    expect(newsIn({ name, data, id: "" })).toEqual(change);
  });
});
