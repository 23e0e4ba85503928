/** The title of the window: the page's, or that of what lies over it, whichever of the two comes first. */

let page = "";
let over = "";

function show(): void {
  const title = over || page;
  document.title = title ? `${title}, Engram` : "Engram";
}

/** Names the page. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Names what lies over the page. Returns the way to take that back. */
export function coverTitle(title: string): () => void {
  over = title;
  show();
  return () => {
    over = "";
    show();
  };
}
