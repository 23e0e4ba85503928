/** What is read aloud: the sentences of a text. Pure. */

import type { TextRange } from "@/document/range";
import { sentencesOf } from "@/document/sentences";
import { type Block, indexOf, plainOf } from "@/document/tree";

export type Spoken = TextRange & { text: string };

/** Code and tables are not for the ear. */
const SPOKEN: readonly Block["kind"][] = ["paragraph", "heading", "figure"];

/** The sentences of the leaves from one on, in order. */
export function spokenOf(leaves: readonly Block[], first: number, language: string): readonly Spoken[] {
  const texts = leaves.map((block) => (SPOKEN.includes(block.kind) ? plainOf(block) : ""));
  return texts.flatMap((plain, leaf) =>
    leaf < first
      ? []
      : sentencesOf(leaf, texts, language).flatMap((range) => {
          const text = plain.slice(indexOf(plain, range.start.offset), indexOf(plain, range.end.offset));
          return /[\p{L}\p{N}]/u.test(text) ? [{ ...range, text }] : [];
        }),
  );
}
