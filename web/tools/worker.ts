import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type UserConfig } from "vite";
import { chunkOf, filesOf, readManifest } from "./manifest";

type Wanted = {
  /** The worker's module, and what it is served as. */
  entry: string;
  name: string;
  /** How the app's code is read. */
  code: () => UserConfig;
  /** The modules that are kept for when the server can't be reached. */
  modules: string[];
  fonts: string[];
  /** Files of the public folder. */
  files: string[];
};

/**
 * Builds the service worker, and writes into it which files make up this build. So another build has another worker, and
 * browsers notice by themselves.
 */
export function worker({ entry, name, code, modules, fonts, files }: Wanted): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = join(root, config.build.outDir);
    },
    async writeBundle() {
      const manifest = readManifest(outDir);
      const { scripts, styles } = filesOf(manifest, ["index.html", ...modules]);
      const built = [...scripts, ...styles, ...fonts.map((font) => chunkOf(manifest, font).file)];
      const all = [...built.map((file) => `/${file}`), ...files];
      const pages = ["index.html", "home.html"].map((page) => readFileSync(join(outDir, page), "utf8"));
      const lost = files.filter((file) => !existsSync(join(outDir, file)));
      if (lost.length > 0) throw new Error(`no ${lost} was built`);
      const hash = createHash("sha256");
      for (const text of [...all, ...pages, ...files.map((file) => readFileSync(join(outDir, file), "utf8"))])
        hash.update(text);
      const { alias } = code().resolve ?? {};
      await build({
        resolve: { ...(alias && { alias }) },
        define: {
          BUILD: JSON.stringify(hash.digest("hex").slice(0, 12)),
          FILES: JSON.stringify(all),
          ENTRY: JSON.stringify(chunkOf(manifest, "index.html").file),
        },
        root,
        configFile: false,
        mode: "production",
        logLevel: "error",
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: false,
          rolldownOptions: { input: join(root, entry), output: { format: "iife", entryFileNames: name } },
        },
      });
    },
  };
}
