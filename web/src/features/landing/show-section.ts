/** Scrolls to a section that is on the page. The router would do so only once all the code of the page is there. */
export function showSection(id: string): void {
  document.getElementById(id)?.scrollIntoView();
}
