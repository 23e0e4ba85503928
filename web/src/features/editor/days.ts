/** The days of the user's own time zone, as a field for days has them: "2026-11-20". Pure. */

const digits = (value: number, count = 2) => String(value).padStart(count, "0");

export function dayOf(at: string): string {
  const date = new Date(at);
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}

/** The same time of another day; undefined where that is none. */
export function onDay(at: string, day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!date) return undefined;
  const moved = new Date(at);
  moved.setFullYear(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(moved.getTime()) ? undefined : moved.toISOString();
}
