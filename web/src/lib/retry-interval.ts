/** Of navigator.connection, which not every browser has. */
type Connection = { effectiveType?: string; saveData?: boolean };

function isSlow(): boolean {
  // None where a page is rendered while it is built.
  const connection = (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? "");
}

/** How long to wait before a call that failed is tried again, in milliseconds. */
export const RETRY_INTERVAL = isSlow() ? 10_000 : 5000;
