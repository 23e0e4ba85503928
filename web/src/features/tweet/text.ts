/** Splits a tweet's text at its entities. */

import { hashtagAddress, profileAddress, symbolAddress, webAddress } from "./addresses";
import { type Loose, recordOf, recordsOf, spanOf, textOf } from "./read";

/** A piece of text. With an address it is a link. */
export type Piece = { text: string; href?: string };

/** An entity at its position. Without a piece it is not shown. */
type Mark = { from: number; to: number; piece?: Piece };

/**
 * The maximum number of entities of a kind, and the maximum length of one in code points. No real tweet exceeds them.
 */
const MOST = 1000;
const LONGEST = 280;

const ESCAPES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

// Texts are HTML-escaped. A single pass, because "&amp;lt;" means "&lt;".
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ESCAPES[name] ?? "");
}

/** A hashtag, cashtag or mention. Its link is derived from the text itself, not from the entity's data. */
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

/** Trims both ends, where a mention or URL was removed, and drops empty pieces. */
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
 * Returns a tweet's text as pieces with links, without the mentions it replies to and the URLs of its media. Positions
 * are in code points. Entities that don't fit stay text, and of overlapping ones the first wins.
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
