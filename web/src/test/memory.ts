import type { Memory } from "@/memory/kinds";

let count = 0;

/** A memory as the server lists it: a page that was read, unless told otherwise. */
export function aMemory(part: Partial<Memory> = {}): Memory {
  count += 1;
  return {
    _id: `memory-${count}`,
    type: "link",
    title: `Page ${count}`,
    description: "",
    link: `https://example.com/${count}`,
    imageUrl: "",
    status: "ready",
    error: "",
    createdAt: "2026-11-20T08:12:00Z",
    tags: [],
    ...part,
  };
}
