import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type UserConfig } from "vite";
import { chunkOf, filesOf, type Manifest, readManifest } from "./manifest";

type Head = { title: string; description: string };

/** What the entry exports. */
type Entry = {
  /** The heads of the pages, by address. */
  pages: Record<string, Head>;
  render: (address: string) => Promise<string>;
};

type Wanted = {
  /** The module that renders. */
  entry: string;
  /** How the app's code is read. */
  code: () => UserConfig;
  /** The modules of which a page is made. */
  modules: (address: string) => string[];
  /** What the first words of a page are set in. */
  fonts: (address: string) => string[];
};

/**
 * Renders the public pages into pages/<address>.html when the app is built: index.html with the page's own head, its content,
 * and links to what it needs. A page that can't be rendered fails the build.
 */
export function prerender({ entry, code, modules, fonts }: Wanted): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "prerender",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = join(root, config.build.outDir);
    },
    async writeBundle() {
      const index = readFileSync(join(outDir, "index.html"), "utf8");
      const manifest = readManifest(outDir);
      const { pages, render } = await load(root, entry, code());
      for (const [address, head] of Object.entries(pages)) {
        try {
          const links = linksOf(manifest, modules(address), fonts(address)).filter(({ href }) => !index.includes(href));
          const page = pageOf(index, address, head, await render(address), links);
          const file = join(outDir, "pages", `${address}.html`);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, page);
        } catch (cause) {
          throw new Error(`${address} can't be rendered: ${cause}`, { cause });
        }
      }
    },
  };
}

/** Builds the entry for Node, and loads it. */
async function load(root: string, entry: string, code: UserConfig): Promise<Entry> {
  const outDir = join(root, "node_modules/.prerender");
  await build({
    ...code,
    root,
    configFile: false,
    mode: "production",
    logLevel: "error",
    publicDir: false,
    // All in one: the app takes some packages in its own way.
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "entry.mjs", codeSplitting: false } },
    },
  });
  try {
    // Asked for anew: it was another before, where one process builds twice.
    return await import(`${pathToFileURL(join(outDir, "entry.mjs"))}?${Date.now()}`);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

type Link = { href: string; html: string };

function linksOf(manifest: Manifest, modules: string[], fonts: string[]): Link[] {
  const { scripts, styles } = filesOf(manifest, modules);
  const link = (attributes: string) => (file: string) => ({
    href: `/${file}`,
    html: `<link ${attributes} crossorigin href="/${file}">`,
  });
  return [
    ...fonts.map((font) => chunkOf(manifest, font).file).map(link('rel="preload" as="font" type="font/woff2"')),
    ...styles.map(link('rel="stylesheet"')),
    ...scripts.map(link("data-late")),
  ];
}

/** The page for an address: what index.html is, with all that is known of this one. */
function pageOf(index: string, address: string, { title, description }: Head, html: string, links: Link[]): string {
  // The policy lets no inline script run: the page would stay half drawn.
  if (html.includes("<script")) throw new Error("its HTML has a script");
  // React says first which pictures it will need.
  const [pictures = ""] = /^(?:<link [^>]*>)*/.exec(html) ?? [];
  const content = html.slice(pictures.length);
  const named = escapeHtml(`${title}, Engram`);
  const described = escapeHtml(description);
  const place = [
    `<meta property="og:url" content="${address}">`,
    // "/" and other ways of writing it show the same page.
    `<link rel="canonical" href="${address}">`,
  ];
  const head = [...place, pictures, ...links.map((link) => link.html)].filter(Boolean);
  return [
    [/<title>.*?<\/title>/, `<title>${named}</title>`],
    [/<meta name="description".*?>/, `<meta name="description" content="${described}">`],
    [/<meta property="og:title".*?>/, `<meta property="og:title" content="${named}">`],
    [/<meta property="og:description".*?>/, `<meta property="og:description" content="${described}">`],
    ["</head>", `  ${head.join("\n    ")}\n  </head>`],
    // Before the content is in, which may have such words of its own.
    [/\s*<noscript>.*?<\/noscript>/, ""],
    ['<div id="root"></div>', `<div id="root" data-page="${address}">${content}</div>`],
  ].reduce((page, [old = "", text = ""]) => replaced(page, old, text as string), withLateScripts(index));
}

/** The page shares a slow line with none of its scripts before it is drawn: early.js asks for them then. */
function withLateScripts(page: string): string {
  return page
    .replace(/<script type="module"(.*?) src="(.*?)"><\/script>/, '<link id="app"$1 href="$2">')
    .replaceAll('<link rel="modulepreload"', "<link data-late");
}

function replaced(page: string, old: string | RegExp, text: string): string {
  // A function, or a $ of the text would be taken for part of what was found.
  const changed = page.replace(old, () => text);
  if (changed === page) throw new Error(`index.html has no ${old}`);
  return changed;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
