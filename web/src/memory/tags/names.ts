/** Names of tags, by the server's rules. Pure. */

/** The most letters of a name, and the most tags of a memory. */
const LONGEST = 64;
const MOST = 50;

/** A name as it is kept: without a leading #, control characters and needless blanks; "" where nothing is left. */
export function cleanTag(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .replace(/^#+\s*/u, "");
}

/** Marks on letters of scripts that people write without them; in others they make another letter. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}]\p{Mn}*)\p{Mn}|(?<=е)\u0308/gu;

/** What only says how others are drawn: as text or emoji, and in which direction. */
const DRAWING = /\ufe0e|\ufe0f|[\u200e\u200f\u061c]/gu;

/** Letters that Unicode does not take apart, in plain ones. */
const PLAIN = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", ς: "σ", "’": "'", ʼ: "'" }),
);

/** Names that are the same but for case, accents and width have one key. */
export function tagKey(name: string): string {
  const bare = name.normalize("NFKC").toLowerCase().normalize("NFD").replace(DRAWING, "").replace(ACCENTS, "");
  return bare
    .replace(/[ßæœøłđðıς’ʼ]/gu, (letter) => PLAIN.get(letter) ?? letter)
    .normalize("NFC")
    .trim();
}

/** Why a name can't be one; undefined where it can. */
export function tagError(name: string, tags: readonly string[]): string | undefined {
  if ([...name].length > LONGEST) return `A tag has at most ${LONGEST} letters.`;
  if (tags.length >= MOST) return `A memory has at most ${MOST} tags.`;
  return undefined;
}

/** The tags with one more at the end; the same ones where it is among them. */
export function withTag(tags: readonly string[], name: string): readonly string[] {
  const key = tagKey(name);
  return tags.some((tag) => tagKey(tag) === key) ? tags : [...tags, name];
}

/** Whether a word of a name begins with what is typed, or the name has it where its script has no blanks. */
export function begins(name: string, typed: string): boolean {
  const [folded, needle] = [tagKey(name), tagKey(typed)];
  const at = folded.indexOf(needle);
  return at === 0 || (at > 0 && (/[^\p{L}\p{N}]/u.test(folded[at - 1] ?? "") || /[^\p{ASCII}]/u.test(needle)));
}
