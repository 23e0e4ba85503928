const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "today", "yesterday", "in March", "in March 2024". Local to the reader. */
export function whenText(at: Date, now: Date): string {
  const day = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((day(now) - day(at)) / 86_400_000);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return `${days} days ago`;
  const year = at.getFullYear() === now.getFullYear() ? "" : ` ${at.getFullYear()}`;
  return `in ${MONTHS[at.getMonth()]}${year}`;
}
