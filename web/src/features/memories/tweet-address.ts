/** What the address of a tweet contains. Pure. */

/** The number of a tweet, out of its address: of every address that the server takes for a tweet's. */
export function tweetIdOf(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { hostname, pathname } = new URL(link);
  if (!/(^|\.)(twitter|x)\.com\.?$/.test(hostname)) return undefined;
  return /^\/(?:\w{1,20}|i(?:\/web)?)\/status(?:es)?\/(\d{1,20})(?:\/|$)/.exec(pathname)?.[1];
}

/** "@imanibuilds" from the address of a tweet, or nothing. */
export function handleOf(link: string): string | undefined {
  const name = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(\w{1,15})\/status(?:es)?\/\d+/i.exec(link)?.[1];
  return name && name !== "i" ? `@${name}` : undefined;
}
