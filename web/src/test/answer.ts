import type { components } from "@/api/schema";

type Block = components["schemas"]["Block"];
type Span = components["schemas"]["Span"];

/** Spans of words with **bold**, [1] and [?] in them. */
export function spans(text: string): Span[] {
  return text
    .split(/(\[(?:\d+|\?)\]|\*\*[^*]+\*\*)/)
    .filter(Boolean)
    .map((part) => {
      if (part === "[?]") return { unsupported: true };
      if (part.startsWith("[")) return { cite: Number(part.slice(1, -1)) };
      return part.startsWith("**") ? { text: part.slice(2, -2), bold: true } : { text: part };
    });
}

export const paragraph = (text: string): Block => ({ kind: "paragraph", spans: spans(text) });

/** Paragraphs, and lists of lines that begin with "- ", as the server tells them. */
export function answered(answer: string): { answer: string; blocks: Block[] } {
  const blocks = answer.split("\n\n").map((block): Block => {
    if (!block.startsWith("- ")) return paragraph(block);
    return { kind: "list", items: block.split("\n").map((line) => [paragraph(line.slice(2))]) };
  });
  return { answer, blocks };
}
