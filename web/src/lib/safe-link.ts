/** An address fit for a link: of the web or of this site, never javascript: or data:. */
export function safeLink(link: string): string | undefined {
  return /^(https?:\/\/|\/(?![/\\]))/i.test(link) ? link : undefined;
}
