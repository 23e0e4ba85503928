/** The host of an address without its "www.", or "" when it is no address. */
export function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}
