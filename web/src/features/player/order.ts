import type { FileKind } from "./source";

/** What the player's page is to play. It travels in the fragment of its address, which no server sees. */
export type Order = { kind: FileKind; src: string; title: string; startAt: number; play: boolean };

const KINDS: readonly string[] = ["audio", "video", "hls", "dash", "flv"] satisfies FileKind[];

export function orderFragment({ kind, src, title, startAt, play }: Order): string {
  return `#${new URLSearchParams({ kind, src, title, startAt: String(startAt), play: play ? "1" : "" })}`;
}

/** The order in a fragment; nothing when it is none of ours. */
export function orderIn(fragment: string): Order | undefined {
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
