const monthDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const fullDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

/** "Nov 16", or "Nov 16, 2025" of another year. Local to the reader. */
export function dayText(at: Date, now: Date): string {
  return (at.getFullYear() === now.getFullYear() ? monthDay : fullDay).format(at);
}
