/** The default picture of a site: the letter it is known by, on a tint and a drawing of its own. Pure: no React. */

import { hostName } from "@/lib/host-name";
import type { Memory } from "@/memory/kinds";
import { bareAddress } from "@/memory/memory";

export type Plate = {
  initial: string;
  /** Of the tint, in degrees. */
  hue: number;
  /** Which of the drawings. */
  look: number;
};

/** How many drawings there are. */
export const LOOKS = 6;

/** The same for every page of a site. */
export function plateOf({ site = "", title, link }: Pick<Memory, "site" | "title" | "link">): Plate {
  const host = hostName(link);
  const hash = hashOf(host || bareAddress(link));
  return { initial: initialOf([site, named(host), title]), hue: (hash % 24) * 15, look: Math.floor(hash / 24) % LOOKS };
}

/** A host that is written in other letters than it is shown in is no name. */
function named(host: string): string {
  return host.startsWith("xn--") ? "" : host;
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter or number that a reader would see as one, of the first name that has any. */
function initialOf(names: readonly string[]): string {
  for (const name of names) {
    for (const { segment } of letters.segment(name.slice(0, 64))) {
      if (/[\p{L}\p{N}]/u.test(segment)) return segment.toUpperCase();
    }
  }
  return "";
}

/** A number of a text, spread evenly: FNV-1a, and the last step of MurmurHash3. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
