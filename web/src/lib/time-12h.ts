/** The time of day on a 12-hour clock, like "2:05 PM". By hand: a phone takes 30 ms to set up Intl's formatter. */
export function time12h(date: Date): string {
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, "0");
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}
