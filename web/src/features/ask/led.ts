/** Ways from an answer to the memories that it comes from. */

import type { Led } from "./hero";
import type { Citation, Found } from "./model";

/** The numbers that lead somewhere. Before its citations have come, an answer cites by the place in its content alone. */
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

/** What leads to a memory by one of its citations, or by the first. */
export function ledTo(id: string, question: string, { citations }: Found, by?: Citation): Led {
  const own = citations.filter(({ memoryId }) => memoryId === id);
  return {
    question,
    citations: own.map(({ memoryId: _, ...citation }) => citation),
    shown: by ? Math.max(0, own.indexOf(by)) : 0,
  };
}
