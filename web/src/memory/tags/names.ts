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

/** Names that are the same but for case, accents and width have one key. */
export function tagKey(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
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
