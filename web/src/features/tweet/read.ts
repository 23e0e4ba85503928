/** Reads untrusted JSON. A value of the wrong type counts as missing. */

export type Loose = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns an integer of at least 0, else 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** Returns at most `limit` members that are objects. */
export function recordsOf(value: unknown, limit: number): Loose[] {
  return Array.isArray(value) ? value.slice(0, limit).map(recordOf) : [];
}

/** Returns a start and an end: integers, in order. */
export function spanOf(value: unknown): readonly [from: number, to: number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [from, to] = value as unknown[];
  if (!Number.isInteger(from) || !Number.isInteger(to)) return undefined;
  return (from as number) >= 0 && (from as number) <= (to as number) ? [from as number, to as number] : undefined;
}
