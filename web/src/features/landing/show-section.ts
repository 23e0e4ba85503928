/** Scrolls to a section that is on the page. The router would wait until all chunks of the page have loaded. */
export function showSection(id: string): void {
  document.getElementById(id)?.scrollIntoView();
}
