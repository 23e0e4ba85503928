import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const DIST = resolve("../internal/webui/dist");

/**
 * Builds the program once more with another build of the web app, in which every file that can have another name has one.
 * Returns its path. The first build stays as it is.
 */
export async function secondBuild(folder: string): Promise<string> {
  const dist = join(folder, "dist");
  const config = join(process.cwd(), "e2e/second-build.config.ts");
  await run("npx", ["vite", "build", "--config", config, "--outDir", relative("", dist), "--logLevel", "error"]);
  const replace: Record<string, string> = {};
  for (const name of await filesIn(DIST)) replace[join(DIST, name)] = "";
  for (const name of await filesIn(dist)) replace[join(DIST, name)] = join(dist, name);
  const overlay = join(folder, "overlay.json");
  await writeFile(overlay, JSON.stringify({ Replace: replace }));
  const program = join(folder, "engram");
  await run("go", ["build", "-overlay", overlay, "-ldflags", "-s -w", "-o", program, "./cmd/engram"], {
    cwd: "..",
    env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-trimpath" },
  });
  return program;
}

async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
}
