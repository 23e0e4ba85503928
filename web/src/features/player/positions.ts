/**
 * The last position of each recording, in seconds, while the tab is open. Cards remount when they scroll back into
 * view.
 */
const positions = new Map<string, number>();

export function positionOf(address: string): number {
  return positions.get(address) ?? 0;
}

export function savePosition(address: string, place: number): void {
  positions.set(address, place);
}

export function clearPosition(address: string): void {
  positions.delete(address);
}
