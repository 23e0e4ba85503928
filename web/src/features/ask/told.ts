/** What an answer says itself, and what is left to the list of memories under it. Pure: no network, no React. */

import type { Citation, Found } from "./model";
import { sourceTitle } from "./source-link";

type Told = {
  /** In markdown. */
  text: string;
  sources: readonly Citation[];
  /** The sources are named by their list alone: nothing in the text has their numbers. */
  listed: boolean;
};

/** A list at the end, behind something else, of which every item ends in the number of a memory. */
const LIST = /\n\n((?:(?:[-*]|\d+\.) [^\n]*\[\d{1,3}\](?:\n|$))+)$/;
const ITEM = /^(?:[-*]|\d+\.) (.*)\[(\d{1,3})\]$/gm;

/** The line that leads from a refusal to what is nearest. */
const LEAD = /\n\n[^\n]+:$/;

/** A mark elsewhere, which is to be found again in the list under the answer. */
const MARK = /\[\d{1,3}\]/;

/** What markdown writes of a name to show it as it is: a word as a code span, or a backslash before a sign. */
const WRITTEN = /(?<!\S)(`+)( ?)(\S+)\2\1(?!\S)|\\([!-/:-@[-`{-~])/g;

/** What turns the direction of what follows, which no answer has. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * What an answer tells of memories by their names alone, as of those nearest to a question, would stand there twice. What a
 * model wrote is left as it is: its order and its headings may say more than the names do. Its refusals are not its words.
 */
export function told(found: Found): Told {
  if (found.model && found.answered) return { text: found.answer, sources: found.citations, listed: false };
  const answer = found.answer.trimEnd();
  const list = LIST.exec(answer);
  const items = [...(list?.[1] ?? "").matchAll(ITEM)].map(([, name = "", n]) => ({ name, n: Number(n) }));
  const sources = found.citations.length > 0 || found.answered ? found.citations : nearest(found, items);
  const before = answer.slice(0, list?.index);
  const listed =
    list !== null &&
    !MARK.test(before) &&
    items.every(({ name, n }) => {
      const own = sources.filter((citation) => citation.n === n);
      return own.length > 0 && (own.every(({ quote }) => quote === "") || isNameOf(name, own[0]?.memoryId, found));
    });
  const own = found.answered ? before : before.replace(LEAD, "");
  return { text: listed ? own : answer, sources, listed };
}

/** Whether a piece of markdown is what a memory is called, and no more. */
function isNameOf(markdown: string, id: string | undefined, { content }: Found): boolean {
  const plain = (text: string) => text.replace(TURNS, "").replace(/\s+/g, " ").trim();
  const memory = content.find(({ _id }) => _id === id);
  return memory !== undefined && plain(markdown.replace(WRITTEN, "$3$4")) === plain(sourceTitle(memory));
}

/** The memories whose numbers a refusal has. */
function nearest({ content }: Found, named: readonly { n: number }[]): Citation[] {
  return named.flatMap(({ n }) => {
    const memory = content[n - 1];
    return memory ? [{ n, memoryId: memory._id, quote: "", place: "" }] : [];
  });
}
