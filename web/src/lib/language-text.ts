/** "Portuguese (Brazil)" for pt-BR; an unknown tag is returned unchanged. */
export function languageText(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
