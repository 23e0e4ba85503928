/** What tools/worker.ts writes in when the app is built. */

/** Another name for each build. */
declare const BUILD: string;
/** The files without which the app can't start. */
declare const FILES: readonly string[];
/** The pages that are kept for when the server can't be reached, and a file that a page of this build names. */
declare const ENTRY: string;
