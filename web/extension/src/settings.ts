/** The server and the token, kept by the browser for this extension alone. */

export type Settings = { server: string; token: string };

export async function readSettings(): Promise<Settings | undefined> {
  const { server, token } = await chrome.storage.local.get(["server", "token"]);
  return typeof server === "string" && typeof token === "string" ? { server, token } : undefined;
}

export async function writeSettings({ server, token }: Settings): Promise<void> {
  await chrome.storage.local.set({ server, token });
}

export async function clearSettings(): Promise<void> {
  await chrome.storage.local.remove(["server", "token"]);
}

/** The address of a server as people type it, without a path; undefined where it is none. */
export function serverOf(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && text !== "" ? new URL(address).origin : undefined;
}

/** The pattern of the one site that the extension may ask by itself. Patterns know no ports. */
export function patternOf(server: string): string {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}/*`;
}
