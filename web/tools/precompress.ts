import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest"]);

/** The server writes its own address into these, so it packs them itself. */
const WRITTEN_INTO = /^(index\.html$|pages\/)/;

/** Of these the build keeps no plain file: it would be most of what the binary has of the app. */
const PACKED_ALONE = /^assets\/.*\.(js|css)$/;

/** Below this it all travels in one packet anyway. In bytes. */
const WORTH_IT = 1024;

/**
 * Writes each text of the build once more as <name>.br. The server packs with gzip by itself; this is a sixth smaller, takes
 * too long to be done when somebody asks, and needs no code in the server. Scripts and styles become <name>.gz as well, which
 * the server unpacks for a client that takes neither.
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
          .map((name) => pack(join(outDir, name), PACKED_ALONE.test(name))),
      );
    },
  };
}

async function pack(file: string, alone: boolean): Promise<void> {
  const plain = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  if (plain.length >= WORTH_IT) writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
  if (!alone) return;
  writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }));
  rmSync(file);
}
