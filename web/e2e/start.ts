import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "./site";

/** Starts the real program on an empty data directory, and ends it. Its address reaches the tests as ENGRAM_E2E_URL. */
export default async function start() {
  const site = await startSite();
  const data = await mkdtemp(join(tmpdir(), "engram-e2e-"));
  const program = spawn("../bin/engram", ["serve"], {
    env: {
      PATH: process.env.PATH,
      ENGRAM_ADDR: "127.0.0.1:0",
      ENGRAM_DATA_DIR: data,
      ENGRAM_FETCH_ALLOW: site.address,
      ENGRAM_TWEET_URL: `http://${site.address}`,
      ENGRAM_AUTH_RATE: "0",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  process.env.ENGRAM_E2E_URL = await readyAt(program);
  process.env.ENGRAM_E2E_SITE = `http://${site.address}`;
  return async () => {
    program.kill("SIGTERM");
    const code = await new Promise((resolve) => program.once("exit", resolve));
    site.server.close();
    await rm(data, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the program ended with ${code}`);
  };
}

/** Waits for the line of the log that says where the program answers. */
function readyAt(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = "";
    program.stderr?.on("data", (chunk: Buffer) => {
      log += chunk;
      const url = /Engram is ready.* url=(\S+)/.exec(log)?.[1];
      if (url) resolve(url);
    });
    program.once("exit", (code) => reject(new Error(`the program ended with ${code} before it was ready:\n${log}`)));
    program.once("error", reject);
  });
}
