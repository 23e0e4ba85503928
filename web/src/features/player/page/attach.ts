import type { Problem } from "../problem";

/** Gives a media element what it is to play, and tells when that ends for good. */
export type Attach = (media: HTMLMediaElement, src: string, fail: (problem: Problem) => void) => void;
