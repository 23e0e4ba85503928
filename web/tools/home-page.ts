import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { filesOf, readManifest } from "./manifest";

type Wanted = {
  /** The file of the outline. */
  shell: string;
  /** What the first screen needs. */
  modules: string[];
};

/**
 * A page of its own for the dashboard, beside index.html: it shows the dashboard's outline at once, and names the scripts and
 * styles of its route, which the browser would otherwise hear of from the app alone, one after the other.
 */
export function homePage({ shell, modules }: Wanted): Plugin {
  let outDir = "";
  return {
    name: "home-page",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle() {
      const index = readFileSync(join(outDir, "index.html"), "utf8");
      const { scripts, styles } = filesOf(readManifest(outDir), modules);
      const fresh = (file: string) => !index.includes(file);
      const links = [
        ...styles.filter(fresh).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
        ...scripts
          .filter(fresh)
          .map((file) => `<link rel="preload" as="script" fetchpriority="low" crossorigin href="/${file}">`),
      ];
      const page = index
        // The scripts come after the styles, the fonts and the first answers. Fetched as modules they would be compiled at
        // once, before anything is painted; early.js begins the app after that.
        .replace(/<script type="module"(.*?) src="(.*?)"><\/script>/, '<link rel="modulepreload" id="app"$1 href="$2">')
        .replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script" fetchpriority="low"')
        .replace("</head>", `  ${links.join("\n    ")}\n  </head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${readFileSync(shell, "utf8")}</div>`);
      writeFileSync(join(outDir, "home.html"), page);
    },
  };
}
