/** The tiles of the panel. An integration can be looked at, never saved. */
export type AddKind = "link" | "note" | "document" | "integration";
