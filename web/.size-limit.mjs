import { readFileSync } from "node:fs";

const dist = "../internal/webui/dist/";
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8"));

/** Every script that a page needs before it can show: the entry, its own chunks and whatever those import. */
function scriptsOf(...modules) {
  const seen = new Set();
  const visit = (module) => {
    const key = manifest[module] ? module : Object.keys(manifest).find((key) => manifest[key].name === module);
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const module of ["index.html", ...modules]) visit(module);
  return [...seen]
    .map((key) => dist + manifest[key].file)
    .filter((file) => file.endsWith(".js"))
    .map((file) => `${file}.gz`);
}

const route = (name) => `src/app/routes/${name}.tsx`;
const budget = (name, limit, path) => ({ name, limit, path, brotli: false });

export default [
  budget("entry", "110 kB", scriptsOf()),
  budget("/auth/signin", "125 kB", scriptsOf(route("auth-layout"), route("sign-in"))),
  budget(
    "/welcome",
    "115 kB",
    scriptsOf("src/boot/take-over.tsx", "src/boot/late-pages.ts", route("public-layout"), route("welcome")),
  ),
  budget("/home", "130 kB", scriptsOf("dashboard")),
];
