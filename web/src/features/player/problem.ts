/** Why a recording does not play. */
export type Problem =
  /** Its address tells of no player and no file. */
  | "nowhere"
  /** The player did not get ready in time. */
  | "silent"
  /** Its server or the network refuses. */
  | "unreachable"
  /** It came, or came in part, and can't be read. */
  | "unplayable"
  /** The code that plays it did not load. */
  | "code";

/** What is said of it. */
export const WORDS: Record<Problem, string> = {
  nowhere: "This can’t be played here.",
  silent: "The player does not answer.",
  unreachable: "The recording could not be fetched.",
  unplayable: "The recording could not be played.",
  code: "The player could not be loaded.",
};

/** What a media element says went wrong. Chromium gives a file that is not there as one that it can't play. */
export function problemOf(error: MediaError | null): Problem {
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? "unreachable" : "unplayable";
}
