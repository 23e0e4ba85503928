/** Why a recording does not play. */
export type Problem =
  /** No player and no file is known for its URL. */
  | "nowhere"
  /** The player did not get ready in time. */
  | "silent"
  /** Its server or the network failed. */
  | "unreachable"
  /** The file was loaded, at least in part, but can't be decoded. */
  | "unplayable"
  /** The chunk that plays it did not load. */
  | "code";

/** The message for each problem. */
export const WORDS: Record<Problem, string> = {
  nowhere: "This can’t be played here.",
  silent: "The player does not answer.",
  unreachable: "The recording could not be fetched.",
  unplayable: "The recording could not be played.",
  code: "The player could not be loaded.",
};

/** Returns the problem of a media error. Chromium reports a missing file as an unsupported source. */
export function problemOf(error: MediaError | null): Problem {
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? "unreachable" : "unplayable";
}
