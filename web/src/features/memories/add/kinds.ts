/** The tiles of the panel. An integration can be looked at, never saved. */
export type AddKind = "link" | "note" | "document" | "integration";

/** What somebody drops or pastes on the page itself. */
export type Brought = { link?: string; files?: readonly File[] };
