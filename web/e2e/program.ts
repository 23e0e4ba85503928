import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";

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
