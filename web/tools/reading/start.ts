import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram } from "../../e2e/program";
import { startSite } from "../../e2e/site";

/** Starts the real program and a site to save pages of. What the machine does beside is not the page's: texts are not encoded. */
export default async function start() {
  const site = await startSite();
  const data = await mkdtemp(join(tmpdir(), "engram-reading-"));
  const program = await startProgram(data, { ENGRAM_FETCH_ALLOW: site.address, ENGRAM_ENCODER: "off" });
  process.env.ENGRAM_E2E_URL = program.url;
  process.env.ENGRAM_E2E_SITE = `http://${site.address}`;
  return async () => {
    await program.stop();
    site.server.close();
    await rm(data, { recursive: true, force: true });
  };
}
