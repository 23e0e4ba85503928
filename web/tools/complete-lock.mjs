// npm leaves optional packages of other platforms out of the lock when a registry mirror does not serve them, and
// `npm ci` then refuses the lock. Run this after every `npm install`: it names them with the platform they are for.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const added = {};
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (!(key in lock.packages)) added[key] = stub(name, version, entry.dev);
  }
}

const packages = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages of other platforms added to package-lock.json`);

function stub(name, version, dev) {
  const words = name === "fsevents" ? ["darwin"] : name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`no platform in the name ${name}`);
  return {
    version: version.replace(/^[\^~]/, ""),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
