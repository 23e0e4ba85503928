const NAMES = ["t", "start", "time_continue", "startTime", "time"];

/** "90", "90s" and "1m30s" are 90 seconds; anything else is 0. */
function secondsIn(text: string): number {
  const [all, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
  return all ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : 0;
}

/** The second at which an address of a service says that its recording starts; 0 when it says nothing. */
export function startIn(url: URL): number {
  const hash = /^#t=(\w+)/.exec(url.hash)?.[1] ?? "";
  return (
    [...NAMES.map((name) => url.searchParams.get(name) ?? ""), hash].map(secondsIn).find((found) => found > 0) ?? 0
  );
}
