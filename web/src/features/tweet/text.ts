/** A tweet's text, cut at its entities. */

import { hashtagAddress, profileAddress, symbolAddress, webAddress } from "./addresses";
import { type Loose, recordOf, recordsOf, spanOf, textOf } from "./read";

/** A stretch of text; with an address it is a link. */
export type Piece = { text: string; href?: string };

/** An entity in its place. Without a piece it is not shown. */
type Mark = { from: number; to: number; piece?: Piece };

/** Entities of a kind that are looked at, and how long one may be in code points: no tweet has more. */
const MOST = 1000;
const LONGEST = 280;

const ESCAPES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

// A text escapes what HTML would take for its own. One pass: "&amp;lt;" is "&lt;".
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ESCAPES[name] ?? "");
}

/** A word that begins with its sign: what it links to follows from the text itself, not from what is said of it. */
function wordMark(signs: string, addressOf: (word: string) => string) {
  return (_: Loose, said: string): Piece | undefined => {
    const word = said.slice(1);
    const fits = signs.includes(said.charAt(0)) && /^[\p{L}\p{M}\p{N}_.·]+$/u.test(word);
    return fits ? { text: said, href: addressOf(word) } : undefined;
  };
}

function addressMark(entity: Loose, said: string): Piece | undefined {
  const href = webAddress(entity.expanded_url) ?? webAddress(entity.url);
  if (said !== entity.url || !href) return undefined;
  return { text: textOf(entity.display_url) || said, href };
}

const KINDS = {
  hashtags: wordMark("#＃", hashtagAddress),
  user_mentions: wordMark("@＠", (name) => profileAddress(encodeURIComponent(name))),
  symbols: wordMark("$", symbolAddress),
  urls: addressMark,
};

function marksOf(characters: readonly string[], entities: Loose, isHidden: (address: string) => boolean): Mark[] {
  const at = (list: unknown, read: (entity: Loose, said: string) => Piece | undefined | "hidden"): Mark[] =>
    recordsOf(list, MOST).flatMap((entity) => {
      const [from, to] = spanOf(entity.indices) ?? [0, 0];
      if (from === to || to > characters.length || to - from > LONGEST) return [];
      const piece = read(entity, characters.slice(from, to).join(""));
      if (!piece) return [];
      return piece === "hidden" || (piece.href && isHidden(piece.href)) ? [{ from, to }] : [{ from, to, piece }];
    });
  return [
    ...at(entities.media, (entity, said) => (said === entity.url ? "hidden" : undefined)),
    ...at(entities.hashtags, KINDS.hashtags),
    ...at(entities.user_mentions, KINDS.user_mentions),
    ...at(entities.symbols, KINDS.symbols),
    ...at(entities.urls, KINDS.urls),
  ].sort((a, b) => a.from - b.from);
}

/** No blanks at either end, where a name or an address was left out, and nothing empty. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  const out = pieces.filter(({ text }) => text !== "");
  const trim = (index: number, how: (text: string) => string) => {
    const piece = out[index];
    if (piece && !piece.href) out[index] = { text: how(piece.text) };
  };
  trim(0, (text) => text.trimStart());
  trim(out.length - 1, (text) => text.trimEnd());
  return out.filter(({ text }) => text !== "");
}

/**
 * The text of a tweet in pieces: what it links to at its place, without the names that it replies to and the addresses
 * of what is shown beside it. Places count code points. An entity that does not fit its place is left as text; of those
 * that overlap the first stands.
 */
export function piecesOf(tweet: Loose, isHidden: (address: string) => boolean): Piece[] {
  const characters = Array.from(textOf(tweet.text));
  const shown = spanOf(tweet.display_text_range);
  const [from, to] = shown && shown[0] <= characters.length ? shown : [0, characters.length];
  const end = Math.min(to, characters.length);
  const stretch = (start: number, stop: number): Piece => ({ text: unescaped(characters.slice(start, stop).join("")) });
  const pieces: Piece[] = [];
  let at = from;
  for (const mark of marksOf(characters, recordOf(tweet.entities), isHidden)) {
    if (mark.from < at || mark.to > end) continue;
    pieces.push(stretch(at, mark.from));
    if (mark.piece) pieces.push(mark.piece);
    at = mark.to;
  }
  pieces.push(stretch(at, end));
  return trimmed(pieces);
}
