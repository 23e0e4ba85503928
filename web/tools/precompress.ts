import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest"]);

/** The server writes its own address into these, so it packs them itself. */
const WRITTEN_INTO = /^(index\.html$|pages\/)/;

/** Below this it all travels in one packet anyway. In bytes. */
const WORTH_IT = 1024;

/**
 * Writes each text of the build once more as <name>.br. The server packs with gzip by itself; this is a sixth smaller, takes
 * too long to be done when somebody asks, and needs no code in the server.
 */
export function precompress(): Plugin {
  let outDir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    // Every other plugin has written its pages by then.
    async closeBundle() {
      const names = readdirSync(outDir, { recursive: true, encoding: "utf8" });
      await Promise.all(
        names
          .filter((name) => TEXTS.has(extname(name)) && !WRITTEN_INTO.test(name))
          .map((name) => pack(join(outDir, name))),
      );
    },
  };
}

async function pack(file: string): Promise<void> {
  const plain = readFileSync(file);
  if (plain.length < WORTH_IT) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
}
