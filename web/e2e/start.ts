import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { haveNodes, startNodes } from "./nodes";
import { startProgram } from "./program";
import { startSite } from "./site";

/**
 * Starts the real program on an empty data directory, and beside it nodes, and ends them. Their addresses reach the tests as
 * ENGRAM_E2E_URL and ENGRAM_E2E_NODES.
 */
export default async function start() {
  const site = await startSite();
  const data = await mkdtemp(join(tmpdir(), "engram-e2e-"));
  const settings = { ENGRAM_FETCH_ALLOW: site.address, ENGRAM_TWEET_URL: `http://${site.address}` };
  const [program, nodes] = await Promise.all([
    startProgram(data, settings),
    haveNodes ? startNodes(settings) : undefined,
  ]);
  process.env.ENGRAM_E2E_URL = program.url;
  process.env.ENGRAM_E2E_NODES = nodes?.url;
  process.env.ENGRAM_E2E_SITE = `http://${site.address}`;
  return async () => {
    const codes = await Promise.all([program.stop(), nodes?.stop()]);
    site.server.close();
    await rm(data, { recursive: true, force: true });
    const bad = codes.find(Boolean);
    if (bad) throw new Error(`a program ended with ${bad}`);
  };
}
