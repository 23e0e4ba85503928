const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** "You saved this already, on 3 May.", with the year when it was another; local to the reader. */
export function savedText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return "You saved this already, today.";
  return `You saved this already, on ${(at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)}.`;
}
