// By hand: a phone takes 30 ms to set up each of Intl's formatters, before the first card.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "Nov 16", or "Nov 16, 2025" of another year. Local to the reader. */
export function dayText(at: Date, now: Date): string {
  const day = `${MONTHS[at.getMonth()]} ${at.getDate()}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day}, ${at.getFullYear()}`;
}

/** "Monday". Local to the reader. */
export function weekdayText(at: Date): string {
  return WEEKDAYS[at.getDay()] ?? "";
}
