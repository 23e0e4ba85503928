import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";
import { homePage } from "./tools/home-page";
import { precompress } from "./tools/precompress";
import { prerender } from "./tools/prerender";

const backend = { target: "http://127.0.0.1:8080", changeOrigin: false };

/** sonner adds a style tag when it loads, which `style-src 'self'` refuses. Its style sheet is imported instead. */
function dropSonnerStyleTag(): Plugin {
  return {
    name: "drop-sonner-style-tag",
    transform(code, id) {
      if (!id.includes("/node_modules/sonner/dist/")) return null;
      return { code: code.replace("if (!code || typeof document == 'undefined') return", "return"), map: null };
    },
  };
}

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

const HOME = {
  shell: "src/app/home-shell.html",
  modules: ["src/app/routes/home.tsx", "src/features/memories/shelf.tsx", "src/app/media.tsx"],
};

/** How the app's own code is read, for browsers and to render pages when it is built. */
const code = (): UserConfig => ({
  plugins: [react(), tailwindcss(), dropSonnerStyleTag(), productionRouter()],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      // A stand-in for what React has had since 18.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
      // The one for browsers decodes by innerHTML, which Trusted Types refuse.
      {
        find: /^decode-named-character-reference$/,
        replacement: fileURLToPath(
          new URL("./node_modules/decode-named-character-reference/index.js", import.meta.url),
        ),
      },
    ],
  },
});

const PUBLIC_PAGES = {
  entry: "src/app/prerender.tsx",
  code,
  modules: (address: string) => {
    const [, first] = address.split("/");
    const route = first === "policies" ? "policy" : first;
    return [
      "src/app/take-over.tsx",
      "src/app/late-pages.ts",
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

/** Small parts that most pages have. Each would be a file of its own, some 200 bytes, with a journey of its own. */
const COMMON = new RegExp(
  [
    "/node_modules/react/",
    "/lucide-react/dist/esm/(createLucideIcon|Icon|context|shared/)",
    `/lucide-react/dist/esm/icons/(${["arrow-up", "check", "circle-exclamation-point", "clock", "file-text", "globe", "message-circle", "pen-line", "play", "plus", "search", "trash"].join("|")})\\.mjs`,
    "/src/ui/(boundary|icons|skeleton)\\.tsx",
    "/src/lib/(initials|safe-link|upgrade-path)\\.ts",
  ].join("|"),
);

/** What asks the server, with what goes along on every page that does. */
const CLIENT = /\/openapi-fetch\/|\/src\/api\/(client|early|errors|plan-changes)\./;

/** What the dashboard shares with the pages that open from it: in one file with each other, they are smaller. */
const DASHBOARD = new RegExp(
  [
    "/src/features/ask/(answer-skeleton|ask-box|asking|greeting|hero|model|use-ask)\\.",
    "/src/features/memories/(api|columns|deletions|grid-skeleton|index|late-shelf|list-store|loaded|model|place|shelf-lost|use-add-memory|use-arrival|use-delete|use-refresh|when)\\.",
    "/src/features/memories/cards/parts\\.",
    "/src/features/palette/use-palette\\.",
    "/src/features/shell/(account|api|header|index)\\.",
    "/src/app/(card-parts|private-data|under-header)\\.",
    "/src/ui/(dialog|keys|open-late|picker|upgrading)\\.",
    "/src/lib/(afterwards|compact|day-text|grouped|host-name|key-names|opening|single-keys|time-12h)\\.",
    "/lucide-react/dist/esm/icons/chevron-down\\.mjs",
  ].join("|"),
);

export default defineConfig({
  ...code(),
  plugins: [code().plugins, homePage(HOME), prerender(PUBLIC_PAGES), precompress()],
  build: {
    outDir: "../internal/webui/dist",
    // The oldest browsers that are meant to work: docs/public.md.
    target: ["chrome120", "edge120", "firefox128", "safari17.4"],
    // The app, and the page without an origin in which it plays files that need code to play.
    rolldownOptions: {
      input: ["index.html", "player.html"],
      output: {
        codeSplitting: {
          groups: [
            { name: "common", test: COMMON },
            { name: "client", test: CLIENT, includeDependenciesRecursively: false },
            { name: "dashboard", test: DASHBOARD, includeDependenciesRecursively: false },
          ],
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
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
  },
});
