/** An answer as text, to be taken elsewhere. */

import type { Found } from "./model";
import { publicLink, sourceTitle } from "./source-link";
import { hasUnsupported } from "./tree";

const bare = (text: string) => text.replace(/\s+/gu, " ").trim();

/** The answer in its markdown, and under it where each of its numbers comes from. */
export function answerText(found: Found): string {
  const { answer, citations, content } = found;
  const numbers = [...new Set(citations.map(({ n }) => n))].toSorted((a, b) => a - b);
  const lines = numbers.map((n) => {
    const own = citations.filter((citation) => citation.n === n);
    const memory = content.find(({ _id }) => _id === own[0]?.memoryId);
    const places = own.map(({ place }) => bare(place)).filter(Boolean);
    const name = [bare(sourceTitle(memory)), ...new Set(places)].join(", ");
    const address = memory && publicLink(memory);
    return address ? `- [${n}] ${name}: ${address}` : `- [${n}] ${name}`;
  });
  if (hasUnsupported(found)) lines.push("- [?] Not found in what was saved");
  return [answer.trim(), lines.length > 0 && `Sources:\n\n${lines.join("\n")}`].filter(Boolean).join("\n\n");
}

/** Returns a note of the question and its answer. It names the model, to distinguish its words from the user's. */
export function noteText(question: string, found: Found): string {
  const by = found.model && `Written by ${bare(found.model)}`;
  return [question.trim(), answerText(found), by].filter(Boolean).join("\n\n");
}
