import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;

/** The pages of whoever is signed in: each has the dashboard's header, or its keys. */
const OWN_PAGES = "/app/routes/own/";
const ENTRY = "/boot/main.tsx";
const DASHBOARD = `${OWN_PAGES}home.tsx`;

/** Parts of a few lines. */
const SMALL = /\/src\/(ui|lib)\//;
/** What asks the server, with what goes along on every page that does. */
const CLIENT = /\/src\/api\/|\/openapi-fetch\//;
/** Icons are imported by way of a list of all, which tells nothing about who needs which. */
const ICONS = /\/lucide-react\//;

/**
 * Names the file of a module by who imports it. What the dashboard needs at once is one file, but for what public pages have
 * as well. All else is left to the bundler. (docs/adr/0035-the-rooms-of-the-web-app.md)
 */
export function chunkGroups(src: string): Rolldown.CodeSplittingGroup[] {
  let known: ReturnType<typeof reachOf> | undefined;
  const name = (id: string, graph: Graph) => {
    known ??= reachOf(src, graph);
    const { entry, dashboard, inPublic } = known;
    if (entry.has(id) || !dashboard.has(id)) return null;
    if (!inPublic.has(id)) return "dashboard";
    if (CLIENT.test(id)) return "client";
    return SMALL.test(id) ? "common" : null;
  };
  return [
    // Each would be a file of its own, some 200 bytes, with a journey of its own.
    {
      name: "icons",
      test: /\/(lucide-react|node_modules\/react)\//,
      minShareCount: MANY,
      includeDependenciesRecursively: false,
    },
    { name, includeDependenciesRecursively: false },
  ];
}

/** So many pages and late parts, at least, need an icon that comes with the others. */
const MANY = 4;

function reachOf(src: string, graph: Graph) {
  const atOnce = (id: string) => (graph.getModuleInfo(id)?.importedIds ?? []).filter((next) => !ICONS.test(next));
  const ever = (id: string) => [...atOnce(id), ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  return {
    entry: reached(src + ENTRY, atOnce),
    dashboard: reached(src + DASHBOARD, atOnce),
    inPublic: reached(src + ENTRY, (id) => ever(id).filter((next) => !next.startsWith(src + OWN_PAGES))),
  };
}

function reached(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([from]);
  // A set is walked to its end, also where that is added while it is walked.
  for (const id of seen) for (const other of next(id)) seen.add(other);
  return seen;
}
