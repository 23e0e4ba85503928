/**
 * Moves the focus out of a row of a list that is about to go: to an element of the next row, else of the one before, else
 * to a heading.
 */
export function leaveRow(list: Element | null, within: string, heading: HTMLElement | null | undefined): void {
  const row = document.activeElement?.closest("li");
  if (!list || !row || !list.contains(row)) return;
  const rows = [...list.querySelectorAll("li")];
  const at = rows.indexOf(row);
  const goal = (rows[at + 1] ?? rows[at - 1])?.querySelector<HTMLElement>(within);
  (goal ?? heading)?.focus();
}
