import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;

/** The pages of a signed-in user: each has the dashboard's header, or its keys. */
const OWN_PAGES = "/app/routes/own/";
const ENTRY = "/boot/main.tsx";
const DASHBOARD = `${OWN_PAGES}home.tsx`;
const SHELF = "/features/memories/shelf.tsx";
const LANDING = ["/boot/take-over.tsx", "/app/routes/public-layout.tsx", "/app/routes/welcome.tsx"];

const ICON = /\/lucide-react\//;
/** Vite's own code for dynamic imports. */
const PRELOAD = /vite\/preload-helper/;
/** Modules of a few lines. */
const SMALL = /\/src\/(ui|lib)\//;
/** The API client and its libraries. */
const CLIENT = /\/src\/api\/|\/openapi-fetch\//;

/** An icon that this many pages or lazy parts share goes into the chunk of shared icons. */
const MANY = 4;

/**
 * Names the chunk of each module by which pages import it. The dashboard's static imports are one chunk, except for what
 * public pages import too. Everything else is left to the bundler. (docs/adr/0035-layers-and-chunks-of-the-web-app.md)
 */
export function chunkGroups(src: string): Rolldown.CodeSplittingGroup[] {
  let known: ReturnType<typeof reachableFrom> | undefined;
  const pages = (graph: Graph) => (known ??= reachableFrom(src, graph));
  const name = (id: string, graph: Graph) => {
    const { entry, dashboard, landing, anyPublic } = pages(graph);
    // The page of the players imports this too, and must not load the app.
    if (PRELOAD.test(id)) return "preload";
    if (id === src + ENTRY) return null;
    if (entry.has(id)) return "app";
    if (!dashboard.has(id)) return null;
    if (!anyPublic.has(id)) return "dashboard";
    if (CLIENT.test(id)) return "client";
    if (ICON.test(id)) return landing.has(id) ? "common" : "icons";
    return SMALL.test(id) ? "common" : null;
  };
  const ofCards = (id: string, graph: Graph) => {
    const { entry, dashboard, shelf, anyPublic } = pages(graph);
    return shelf.has(id) && !entry.has(id) && !dashboard.has(id) && !anyPublic.has(id) ? "cards" : null;
  };
  const lateIcon = (id: string, graph: Graph) => {
    const { dashboard, landing } = pages(graph);
    return ICON.test(id) && !dashboard.has(id) && !landing.has(id) ? "late-icons" : null;
  };
  return [
    { name, includeDependenciesRecursively: false },
    // Each of these would be a small chunk, with a request of its own.
    { name: ofCards, minShareCount: 2, includeDependenciesRecursively: false },
    { name: lateIcon, minShareCount: MANY, includeDependenciesRecursively: false },
  ];
}

/** Returns the modules that each page imports at once, and those that any public page may ever import. */
function reachableFrom(src: string, graph: Graph) {
  const atOnce = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const ever = (id: string) => [...atOnce(id), ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  return {
    entry: reachable([src + ENTRY], atOnce),
    dashboard: reachable([src + DASHBOARD], atOnce),
    shelf: reachable([src + SHELF], atOnce),
    landing: reachable(
      LANDING.map((file) => src + file),
      atOnce,
    ),
    anyPublic: reachable([src + ENTRY], (id) => ever(id).filter((next) => !next.startsWith(src + OWN_PAGES))),
  };
}

function reachable(from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(from);
  // Iterating a set also visits what is added during the iteration.
  for (const id of seen) for (const other of next(id)) seen.add(other);
  return seen;
}
