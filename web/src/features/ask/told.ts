/** What an answer says itself, and what is left to the list of memories under it. Pure: no network, no React. */

import type { Citation, Found } from "./model";

type Told = {
  /** In markdown. */
  text: string;
  sources: readonly Citation[];
  /** The sources are named by their list alone: nothing in the text has their numbers. */
  listed: boolean;
};

/** A list at the end of which every item ends in the number of a memory. */
const LIST = /(?:^|\n\n)((?:(?:[-*]|\d+\.) [^\n]*\[\d{1,3}\](?:\n|$))+)$/;

/** A line that leads to a list, behind something else. */
const LEAD = /\n\n[^\n]+:$/;

/** Memories that are named and not quoted, as those nearest to a question that nothing answers, would stand there twice. */
export function told(found: Found): Told {
  const answer = found.answer.trimEnd();
  const list = LIST.exec(answer);
  const named = [...(list?.[1] ?? "").matchAll(/\[(\d{1,3})\]$/gm)].map(([, n]) => Number(n));
  const sources = found.citations.length > 0 || found.answered ? found.citations : nearest(found, named);
  const cited = named.map((n) => sources.filter((citation) => citation.n === n));
  const listed = list !== null && cited.every((own) => own.length > 0 && own.every(({ quote }) => quote === ""));
  return { text: listed ? answer.slice(0, list.index).replace(LEAD, "") : answer, sources, listed };
}

/** The memories whose numbers a refusal has. */
function nearest({ content }: Found, numbers: readonly number[]): Citation[] {
  return numbers.flatMap((n) => {
    const memory = content[n - 1];
    return memory ? [{ n, memoryId: memory._id, quote: "", place: "" }] : [];
  });
}
