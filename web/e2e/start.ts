import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startSite } from "./site";

/** Starts the real program on an empty data directory, and ends it. Its address reaches the tests as ENGRAM_E2E_URL. */
export default async function start() {
  const site = await startSite();
  const data = await mkdtemp(join(tmpdir(), "engram-e2e-"));
  const program = await startProgram(data, {
    ENGRAM_FETCH_ALLOW: site.address,
    ENGRAM_TWEET_URL: `http://${site.address}`,
  });
  process.env.ENGRAM_E2E_URL = program.url;
  process.env.ENGRAM_E2E_SITE = `http://${site.address}`;
  return async () => {
    const code = await program.stop();
    site.server.close();
    await rm(data, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the program ended with ${code}`);
  };
}

/** Starts the program on this data, on a free port unless the settings name one. Its end tells its exit code. */
export async function startProgram(data: string, settings: Record<string, string> = {}, path = "../bin/engram") {
  const program = spawn(path, ["serve"], {
    env: {
      PATH: process.env.PATH,
      ENGRAM_ADDR: "127.0.0.1:0",
      ENGRAM_DATA_DIR: data,
      ENGRAM_AUTH_RATE: "0",
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await readyAt(program);
  const stop = async () => {
    if (program.exitCode !== null) return program.exitCode;
    const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
    program.kill("SIGTERM");
    return ended;
  };
  return { url, stop };
}

/** Has the program do one thing on this data, beside a server that may run on it. */
export async function runProgram(data: string, args: string[], settings: Record<string, string> = {}) {
  await promisify(execFile)("../bin/engram", args, {
    env: { PATH: process.env.PATH, ENGRAM_DATA_DIR: data, ...settings },
  });
}

/** An address that stays the program's while it starts anew: below those that are given to whoever asks for any. */
export async function aSteadyAddress(): Promise<string> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (free) return `127.0.0.1:${port}`;
  }
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
