const DAY = 86_400_000;

/** Returns when a memory leaves the trash: "gone in 12 days". */
export function goneText(at: Date, now: Date): string {
  const days = Math.ceil((at.getTime() - now.getTime()) / DAY);
  if (days < 1) return "gone soon";
  return days === 1 ? "gone within a day" : `gone in ${days} days`;
}
