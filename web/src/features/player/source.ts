import { safeLink } from "@/lib/safe-link";
import type { Memory } from "@/memory/kinds";

/** What the server says of how a recording is played. */
export type Playing = NonNullable<Memory["player"]>;

/** How the kinds of files are played: the first two by every browser, the others by some, or by code of ours. */
export type FileKind = NonNullable<Playing["file"]>;

export type Source = { as: "frame"; src: string } | { as: "file"; kind: FileKind; src: string };

export type PlayOptions = {
  /** In seconds; 0: where the address itself says, or the beginning. */
  startAt: number;
  /** Whether it plays as soon as it is there. */
  play: boolean;
  /** Of our own page: one service plays only where it is told who frames it. */
  host: string;
};

/** What plays the recording at an address; nothing when it can be played only where it is. */
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

/** An address with a part of a query more, or of a fragment. */
function withPart(address: string, part: string): string {
  if (part === "" || part.startsWith("#")) return address + part;
  return `${address}${address.includes("?") ? "&" : "?"}${part}`;
}
