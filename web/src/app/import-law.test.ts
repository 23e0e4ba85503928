import { expect, test } from "vitest";

const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

/** What each part may import beside its own files; app may import everything. */
const ALLOWED: Record<string, string[]> = {
  lib: [],
  api: ["lib"],
  ui: ["lib"],
  memory: ["lib", "api"],
  document: ["lib", "api", "ui"],
  forms: ["lib", "api", "ui"],
  features: ["lib", "api", "ui", "memory", "document", "forms"],
};

/** "/src/features/auth/api.ts" belongs to "features/auth", all else to the folder under src. */
function partOf(path: string): string {
  const [, , part = "", name = ""] = path.split("/");
  return part === "features" ? `features/${name}` : part;
}

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import\() ?"(@\/|\.{1,2}\/)([^"]*)"/g)].map(([, start = "", rest = ""]) =>
    start === "@/" ? `/src/${rest}` : new URL(start + rest, `file://${file}`).pathname,
  );
}

test("imports go lib, api, ui, memory, document, forms → features → app, and no feature imports another", () => {
  const breaches = Object.entries(sources).flatMap(([file, source]) => {
    const own = partOf(file);
    const allowed = ALLOWED[own.split("/")[0] ?? ""];
    if (!allowed) return [];
    return importsOf(file, source)
      .filter((target) => target.startsWith("/src/"))
      .map(partOf)
      .filter((part) => part !== own && part !== "test" && !allowed.includes(part))
      .map((part) => `${file} imports ${part}`);
  });
  expect(Object.keys(sources).length).toBeGreaterThan(40);
  expect(breaches).toEqual([]);
});
