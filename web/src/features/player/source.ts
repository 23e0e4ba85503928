import { frameOf, type PlayOptions } from "./services";

/** How the kinds of files are played: the first two by every browser, the others by some, or by code of ours. */
export type FileKind = "audio" | "video" | "hls" | "dash" | "flv";

export type Source = { as: "frame"; src: string } | { as: "file"; kind: FileKind; src: string };

const KINDS: Record<FileKind, string> = {
  audio: "m4a m4b mp3 wav ogg oga opus aac flac weba",
  video: "mp4 webm ogv mov m4v",
  hls: "m3u8",
  dash: "mpd",
  flv: "flv",
};

const kindByEnding = new Map(
  Object.entries(KINDS).flatMap(([kind, endings]) => endings.split(" ").map((ending) => [ending, kind as FileKind])),
);

/** What plays the recording at an address; nothing when it can be played only where it is. */
export function sourceOf(address: string, options: PlayOptions): Source | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const kind = kindOf(url);
  if (kind) return { as: "file", kind, src: url.href };
  const src = frameOf(url, options)?.href;
  return src === undefined ? undefined : { as: "frame", src };
}

function kindOf({ pathname }: URL): FileKind | undefined {
  const [, ending = ""] = /(?:\.|%2e)([a-z0-9]+)$/i.exec(pathname) ?? [];
  return kindByEnding.get(ending.toLowerCase());
}
