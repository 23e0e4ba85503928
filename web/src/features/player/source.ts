import { safeLink } from "@/lib/safe-link";
import type { Memory } from "@/memory/kinds";

/** How the server says that a recording is played. */
export type Playing = NonNullable<Memory["player"]>;

/** The kinds of files. Every browser plays the first two, only some play the others natively. */
export type FileKind = NonNullable<Playing["file"]>;

export type Source = { as: "frame"; src: string } | { as: "file"; kind: FileKind; src: string };

export type PlayOptions = {
  /** In seconds. 0 is the position in the URL, or the beginning. */
  startAt: number;
  /** Whether it plays as soon as it has loaded. */
  play: boolean;
  /** The host name of our page, which Twitch requires in the URL. */
  host: string;
};

/** Returns the source to play. Undefined if the recording plays only on its own site. */
export function sourceOf(address: string, playing: Playing | undefined, options: PlayOptions): Source | undefined {
  if (playing?.file && safeLink(address)) return { as: "file", kind: playing.file, src: new URL(address).href };
  if (!playing?.frame) return undefined;
  const { frame, rest = "", play = "", start = "" } = playing;
  const seconds = Math.floor(options.startAt || (playing.startAt ?? 0));
  const parts = [options.play ? play : rest, seconds > 0 ? startingAt(start, seconds) : ""];
  return { as: "frame", src: parts.reduce(withPart, frame).replaceAll("{host}", options.host) };
}

function startingAt(start: string, seconds: number): string {
  const values: Record<string, number> = {
    seconds,
    h: Math.floor(seconds / 3600),
    m: Math.floor(seconds / 60) % 60,
    s: seconds % 60,
  };
  return start.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Appends a query parameter or a fragment to a URL. */
function withPart(address: string, part: string): string {
  if (part === "" || part.startsWith("#")) return address + part;
  return `${address}${address.includes("?") ? "&" : "?"}${part}`;
}
