/** 999 stays, 1000 is "1.0K", 1000000 is "1.0M". */
export function abbreviateCount(count: number): string {
  if (count > 999_999) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count > 999) return `${(count / 1000).toFixed(1)}K`;
  return String(count);
}
