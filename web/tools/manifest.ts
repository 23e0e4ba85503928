import { readFileSync } from "node:fs";
import { join } from "node:path";

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] };

/** The chunks, by the source file of which each was made. */
export type Manifest = Record<string, Chunk>;

export function readManifest(outDir: string): Manifest {
  return JSON.parse(readFileSync(join(outDir, ".vite/manifest.json"), "utf8"));
}

/** Returns the chunk of a source file, or the one that tools/chunks.ts gives this name. */
export function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
  if (!chunk) throw new Error(`no ${key} was built`);
  return chunk;
}

/** Returns the files of these modules and of everything that they import. */
export function filesOf(manifest: Manifest, modules: string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const { file, css = [], imports = [] } = chunkOf(manifest, key);
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const style of css) styles.add(style);
    for (const next of imports) visit(next);
  };
  for (const module of modules) visit(module);
  return { scripts: [...scripts], styles: [...styles] };
}
