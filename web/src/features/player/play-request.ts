import type { FileKind } from "./source";

/** What the player's page should play. It is passed in the fragment of the URL, which is not sent to a server. */
export type PlayRequest = { kind: FileKind; src: string; title: string; startAt: number; play: boolean };

const KINDS: readonly string[] = ["audio", "video", "hls", "dash", "flv"] satisfies FileKind[];

export function requestFragment({ kind, src, title, startAt, play }: PlayRequest): string {
  return `#${new URLSearchParams({ kind, src, title, startAt: String(startAt), play: play ? "1" : "" })}`;
}

/** Parses a fragment. Undefined if it is not valid. */
export function parseRequest(fragment: string): PlayRequest | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const kind = given.get("kind") ?? "";
  const src = given.get("src") ?? "";
  const startAt = Number(given.get("startAt"));
  if (!KINDS.includes(kind) || !/^https?:\/\//.test(src)) return undefined;
  return {
    kind: kind as FileKind,
    src,
    title: given.get("title") ?? "",
    startAt: startAt > 0 && Number.isFinite(startAt) ? startAt : 0,
    play: given.get("play") === "1",
  };
}
