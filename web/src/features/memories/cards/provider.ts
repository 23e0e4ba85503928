const PROVIDERS: readonly [RegExp, string][] = [
  [/(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/, "YouTube"],
  [/(^|\.)soundcloud\.com$/, "SoundCloud"],
  [/(^|\.)vimeo\.com$/, "Vimeo"],
  [/(^|\.)mux\.com$/, "Mux"],
  [/(^|\.)(facebook\.com|fb\.watch)$/, "Facebook"],
  [/(^|\.)streamable\.com$/, "Streamable"],
  [/(^|\.)wistia\.(com|net)$/, "Wistia"],
  [/(^|\.)twitch\.tv$/, "Twitch"],
  [/(^|\.)(dailymotion\.com|dai\.ly)$/, "DailyMotion"],
  [/(^|\.)mixcloud\.com$/, "Mixcloud"],
  [/(^|\.)vidyard\.com$/, "Vidyard"],
  [/(^|\.)kaltura\.com$/, "Kaltura"],
];

/** The name people know a host by: "YouTube" for youtu.be, else the host itself. */
export function providerOf(host: string): string {
  return PROVIDERS.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}
