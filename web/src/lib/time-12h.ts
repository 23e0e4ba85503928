const format = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hour12: true });

/** The time of day on a 12-hour clock, like "2:05 PM". */
export function time12h(date: Date): string {
  // Some engines put a narrow no-break space before AM; a plain one reads and compares the same everywhere.
  return format.format(date).replace(/\u202f/g, " ");
}
