import type { Problem } from "../problem";

/** Attaches a stream to a media element, and reports a fatal error. */
export type Attach = (media: HTMLMediaElement, src: string, fail: (problem: Problem) => void) => void;
