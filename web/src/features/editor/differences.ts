import { presentableDiff } from "@codemirror/merge";

export type Piece = { text: string; differs: boolean };

/** Texts that are longer together are compared roughly, in milliseconds at most. */
const PATIENCE = 300;

/** The pieces of two texts, those that the other one lacks marked. */
export function differences(a: string, b: string): { a: Piece[]; b: Piece[] } {
  const changes = presentableDiff(a, b, { timeout: PATIENCE });
  return {
    a: pieces(
      a,
      changes.map(({ fromA, toA }) => [fromA, toA]),
    ),
    b: pieces(
      b,
      changes.map(({ fromB, toB }) => [fromB, toB]),
    ),
  };
}

function pieces(text: string, ranges: readonly (readonly [from: number, to: number])[]): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    all.push({ text: text.slice(at, from), differs: false }, { text: text.slice(from, to), differs: true });
    at = to;
  }
  all.push({ text: text.slice(at), differs: false });
  return all.filter((piece) => piece.text !== "");
}
