/** Where each recording was left, in seconds, for as long as the page is open: a card that scrolls away is drawn anew. */
const places = new Map<string, number>();

export function placeOf(address: string): number {
  return places.get(address) ?? 0;
}

export function keepPlace(address: string, place: number): void {
  places.set(address, place);
}

export function forgetPlace(address: string): void {
  places.delete(address);
}
