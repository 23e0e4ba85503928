/** The tiles of the panel. An integration can be looked at, never saved. */
export type AddKind = "link" | "note" | "document" | "integration";

/** What the user dropped or pasted on the page. */
export type Incoming = { link?: string; files?: readonly File[] };
