import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";
import { chunkGroups } from "./tools/chunks";
import { homePage } from "./tools/home-page";
import { precompress } from "./tools/precompress";
import { prerender } from "./tools/prerender";
import { worker } from "./tools/worker";

const backend = { target: "http://127.0.0.1:8080", changeOrigin: false };

/** The package maps every import to its development build; ours ships without those warnings. */
function productionRouter(): Plugin {
  const files = { "react-router": "index.mjs", "react-router/dom": "dom-export.mjs" };
  const at = (file: string) =>
    fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}`, import.meta.url));
  return {
    name: "production-router",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id in files ? at(files[id as keyof typeof files]) : null),
  };
}

/** A style element is refused by `style-src 'self'`, so CodeMirror's styles are adopted, as it does in a shadow root. */
function adoptedStyles(): Plugin {
  return {
    name: "adopted-styles",
    transform(source, id) {
      if (!/\/style-mod\/src\/style-mod\.js$/.test(id)) return null;
      const code = source.replace("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
      if (code === source) throw new Error("style-mod has changed: see how it adopts styles");
      return { code, map: null };
    },
  };
}

const HOME = {
  shell: "src/boot/shell.html",
  modules: ["dashboard", "src/features/memories/shelf.tsx", "src/app/media.tsx"],
};

/** How the app's own code is read, for browsers and to render pages when it is built. */
const code = (): UserConfig => ({
  plugins: [react(), tailwindcss(), productionRouter(), adoptedStyles()],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      // A stand-in for what React has had since 18.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
});

const PUBLIC_PAGES = {
  entry: "src/boot/prerender.tsx",
  code,
  modules: (address: string) => {
    const [, first] = address.split("/");
    const route = first === "policies" ? "policy" : first;
    return [
      "src/boot/take-over.tsx",
      "src/boot/late-pages.ts",
      "src/app/routes/public-layout.tsx",
      `src/app/routes/${route}.tsx`,
    ];
  },
  fonts: (address: string) => [
    "src/styles/fonts/newsreader-latin-400-normal.woff2",
    ...(address === "/welcome" ? ["src/styles/fonts/newsreader-latin-400-italic.woff2"] : []),
    "src/styles/fonts/newsreader-brand.woff2",
    "src/styles/fonts/inter-latin-400-700.woff2",
  ],
};

/** The dashboard and the page for saving stand without a server, and what is opened over them to save. */
const WORKER = {
  entry: "src/worker/worker.ts",
  name: "sw.js",
  code,
  modules: [
    ...HOME.modules,
    "src/boot/late-pages.ts",
    "src/boot/late-own.ts",
    "src/features/connection/lost.tsx",
    "src/features/save/device.tsx",
    "src/app/routes/own/save.tsx",
    "tag-field",
    "src/features/memories/add/add-panel.tsx",
    "src/ui/dialog-frame.tsx",
    "src/ui/toaster.tsx",
  ],
  fonts: [
    "src/styles/fonts/newsreader-latin-400-normal.woff2",
    "src/styles/fonts/newsreader-brand.woff2",
    "src/styles/fonts/inter-latin-400-700.woff2",
  ],
  files: ["/early.js", "/manifest.webmanifest", "/favicon.svg", "/icon-192.png"],
};

export default defineConfig({
  ...code(),
  plugins: [code().plugins, homePage(HOME), prerender(PUBLIC_PAGES), worker(WORKER), precompress()],
  build: {
    outDir: "../internal/webui/dist",
    // The oldest browsers that are meant to work: docs/public.md.
    target: ["chrome120", "edge120", "firefox128", "safari17.4"],
    // The app, and the page without an origin in which it plays files that need code to play.
    rolldownOptions: {
      input: ["index.html", "player.html"],
      treeshake: {
        // No library here has a getter that does something when its value is unused.
        propertyReadSideEffects: false,
        // sonner adds a style element when it loads, which `style-src 'self'` refuses. Its style sheet is imported instead.
        manualPureFunctions: ["__insertCSS"],
      },
      output: {
        codeSplitting: {
          groups: chunkGroups(fileURLToPath(new URL("src", import.meta.url))),
        },
      },
    },
    emptyOutDir: true,
    // The size check follows the manifest to know what each page loads.
    manifest: true,
    // Browsers with ES modules and CSS nesting preload by themselves.
    modulePreload: { polyfill: false },
    // A data: font or script would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    // The largest is the library for DASH, which loads with a DASH stream alone.
    chunkSizeWarningLimit: 900,
  },
  server: { proxy: { "/api": backend, "/openapi.json": backend } },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}", "extension/**/*.test.ts"],
    css: false,
    restoreMocks: true,
    unstubGlobals: true,
    // A test that waits ends when it sees what it waits for: these are for one that never does, on whatever machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // Loading jsdom takes longer than most files; src/test/setup.ts has each begin anew.
    isolate: false,
    // These remember what they were told, so they begin anew as well.
    server: { deps: { inline: ["swr", "sonner"] } },
  },
});
