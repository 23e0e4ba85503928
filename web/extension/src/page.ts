/** What is taken of a page. This runs in the page, by itself: it sees nothing outside of its own text. */

export type Page = { url: string; title: string; selection: string; html: string };

/** Reads the page as it stands. Nothing of it is changed, and what is typed into its fields is left out. */
export function readPage(): Page {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(
    "script, noscript, template, input, textarea, select, iframe, object, embed",
  ))
    element.remove();
  return {
    url: location.href,
    title: document.title,
    selection: String(getSelection()).trim(),
    html: `<!doctype html>${copy.outerHTML}`,
  };
}
