/** The citations of an answer, by number and by memory. */

import type { CitationTarget } from "./hero";
import type { Citation, Found } from "./model";

/** Returns the numbers that have a source. Before the citations arrive, numbers count the memories in `content`. */
export function numbersOf({ citations, content }: Found): ReadonlySet<number> {
  return new Set(citations.length > 0 ? citations.map(({ n }) => n) : content.map((_, index) => index + 1));
}

/** What is cited under one number, in the order of the answer. */
export type Quoted = [Citation, ...Citation[]];

/** The citations of each number together, the lowest first. */
export function byNumber(citations: readonly Citation[]): Quoted[] {
  const all = new Map<number, Quoted>();
  for (const citation of citations) {
    const own = all.get(citation.n);
    if (own) own.push(citation);
    else all.set(citation.n, [citation]);
  }
  return [...all.values()].toSorted(([one], [other]) => one.n - other.n);
}

/** The id of the memory that a number stands for. */
export function memoryOf({ citations, content }: Found, n: number): string | undefined {
  return citations.find((citation) => citation.n === n)?.memoryId ?? content[n - 1]?._id;
}

/** Returns the citations of one memory and which of them was pressed, by default the first. */
export function citationTarget(id: string, question: string, { citations }: Found, by?: Citation): CitationTarget {
  const own = citations.filter(({ memoryId }) => memoryId === id);
  return {
    question,
    citations: own.map(({ memoryId: _, ...citation }) => citation),
    shown: by ? Math.max(0, own.indexOf(by)) : 0,
  };
}
