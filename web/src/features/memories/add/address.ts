/** Parses a typed address. Pure. */

/** A host with a dot in it, as people write it, without a scheme. The server takes the same (internal/memory/url.go). */
const BARE_HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]|$)/u;

/** The address of the web that a text stands for, with its scheme; undefined when it is none. */
export function addressOf(text: string): string | undefined {
  const typed = text.trim();
  const address = BARE_HOST.test(typed) ? `https://${typed}` : typed;
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? address : undefined;
}
