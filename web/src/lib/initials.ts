/** Up to two initials: of the first two words, or the first letter of a single word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => (Array.from(word)[0] ?? "").toUpperCase()).join("");
}
