import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import { type Extended, startExtended } from "./browser";
import { PASSWORD, site } from "./fixture";
import { startProgram } from "./program";

export type Connected = {
  extended: Extended;
  url: string;
  /** The session of the person whose token the extension has. */
  session: string;
  stop: () => Promise<void>;
};

/** Builds the extension, starts a browser with it and a program of its own, and sets it up as its person does. */
export async function startConnected({ request }: PlaywrightWorkerArgs["playwright"]): Promise<Connected> {
  await promisify(execFile)("node", ["tools/extension.mjs"]);
  const data = await mkdtemp(join(tmpdir(), "engram-extension-data-"));
  // At home everybody may make tokens.
  const program = await startProgram(data, {
    ENGRAM_MODE: "personal",
    ENGRAM_ENCODER: "off",
    ENGRAM_FETCH_ALLOW: site().replace("http://", ""),
  });
  // Another name than the site's, so that the permission for the one is none for the other.
  const url = program.url.replace("127.0.0.1", "localhost");
  const extended = await startExtended("http://localhost/*");
  const api = await request.newContext({ baseURL: program.url });
  const session = await connect(api, extended, url);
  await api.dispose();
  const stop = async () => {
    await extended.close();
    await program.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { extended, url, session, stop };
}

async function connect(api: APIRequestContext, extended: Extended, url: string): Promise<string> {
  const signUp = await api.post("/api/v1/signup", { data: { username: "pressing", password: PASSWORD } });
  const { token: session } = await signUp.json();
  const made = await api.post("/api/v1/tokens", {
    headers: { authorization: session },
    data: { name: "Extension", scopes: ["save", "read", "edit"] },
  });
  const { token } = await made.json();
  const { options } = extended;
  const connect = options.getByRole("button", { name: "Connect", exact: true });
  await connect.click();
  await expect(options.getByRole("status")).toContainText("Please give the address");
  await options.getByLabel("Address").fill(url);
  await options.getByLabel("Token").fill("engram_wrong");
  await connect.click();
  await expect(options.getByRole("status")).not.toContainText("Please give the address");
  await expect(options.getByRole("status")).not.toContainText("Connected");
  await options.getByLabel("Token").fill(token);
  await connect.click();
  await expect(options.getByRole("status")).toContainText("Connected as pressing");
  return session;
}
