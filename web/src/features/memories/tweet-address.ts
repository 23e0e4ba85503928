/** What the address of a tweet contains. Pure. */

/** "@imanibuilds" from the address of a tweet, or nothing. */
export function handleOf(link: string): string | undefined {
  const name = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(\w{1,15})\/status(?:es)?\/\d+/i.exec(link)?.[1];
  return name && name !== "i" ? `@${name}` : undefined;
}
