import type { Highlight, Listed } from "@/features/highlights/model";

/** An amber mark on the first ten characters of a memory. */
export function aHighlight(part: Partial<Highlight> = {}): Highlight {
  return {
    id: "h-1",
    memoryId: "m-1",
    color: "amber",
    remark: "",
    quote: "Ten letter",
    start: { leaf: 0, offset: 0 },
    end: { leaf: 0, offset: 10 },
    orphaned: false,
    createdAt: "2026-11-14T08:12:00Z",
    updatedAt: "2026-11-14T08:12:00Z",
    ...part,
  };
}

/** The same, as the list of all has it. */
export function aListed(part: Partial<Listed> = {}): Listed {
  const one = aHighlight(part);
  return { ...one, memory: { _id: one.memoryId, title: `Memory ${one.memoryId}`, type: "link", ...part.memory } };
}
