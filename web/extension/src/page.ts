/** What is taken of a page. */

export type Page = { url: string; title: string; selection: string; html: string };

/** The page of a tab; its address alone where the browser lets it not be read, such as a PDF. */
export async function readTab(tabId: number, url: string): Promise<Page> {
  try {
    const [read] = await chrome.scripting.executeScript({ target: { tabId }, func: readPage });
    if (read?.result) return read.result;
  } catch {
    // The browser's own pages, its store and its viewers are closed to extensions.
  }
  return { url, title: url, selection: "", html: "" };
}

/** Runs in the page, by itself: it sees nothing outside of its own text. Nothing of it is changed, and what is typed into its fields is left out. */
function readPage(): Page {
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
