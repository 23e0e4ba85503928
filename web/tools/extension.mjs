/**
 * Builds the browser extension for Chromium and for Firefox from one source: dist/extension/NAME to be loaded unpacked, and
 * dist/engram-extension-NAME.zip to be signed by its store. The same source gives the same bytes.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";

const web = fileURLToPath(new URL("..", import.meta.url));
const root = join(web, "extension");
const dist = join(web, process.env.EXTENSION_DIST ?? "../dist");
const { version } = JSON.parse(readFileSync(join(root, "version.json"), "utf8"));

/** What both browsers are told. */
const MANIFEST = {
  manifest_version: 3,
  name: "Engram",
  version,
  description: "Saves the page that you see to your own Engram, with one key.",
  icons: { 48: "icon-48.png", 128: "icon-128.png" },
  action: { default_popup: "popup.html", default_title: "Save to Engram", default_icon: { 48: "icon-48.png" } },
  options_ui: { page: "options.html", open_in_tab: true },
  commands: { _execute_action: { suggested_key: { default: "Alt+Shift+S" } } },
  // The page in front is read when its person asks for that, and no other.
  permissions: ["activeTab", "scripting", "storage", "alarms"],
  // The server's address alone is asked for, when it is set up.
  optional_host_permissions: ["https://*/*", "http://*/*"],
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
  incognito: "not_allowed",
};

const BROWSERS = {
  chromium: { minimum_chrome_version: "120", background: { service_worker: "background.js", type: "module" } },
  firefox: {
    background: { scripts: ["background.js"], type: "module" },
    browser_specific_settings: {
      gecko: {
        id: "extension@engram.app",
        strict_min_version: "128.0",
        data_collection_permissions: { required: ["websiteContent", "browsingActivity"] },
      },
    },
  },
};

const built = join(dist, "extension/built");
await build({
  root,
  base: "./",
  configFile: false,
  mode: "production",
  logLevel: "warn",
  plugins: [tailwindcss()],
  build: {
    outDir: built,
    emptyOutDir: true,
    target: ["chrome120", "firefox128"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        popup: join(root, "popup.html"),
        options: join(root, "options.html"),
        background: join(root, "src/background.ts"),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});

for (const [name, own] of Object.entries(BROWSERS)) {
  const folder = join(dist, "extension", name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify({ ...MANIFEST, ...own }, null, 2)}\n`);
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, `engram-extension-${name}.zip`), zipOf(folder));
}
rmSync(built, { recursive: true });

/** A ZIP archive of a folder, its files by name, all of one day. */
function zipOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
  const bodies = [];
  const entries = [];
  let at = 0;
  for (const name of names) {
    const plain = readFileSync(join(folder, name));
    const packed = deflateRawSync(plain, { level: 9 });
    const label = Buffer.from(name);
    // Version 2.0, no flags, deflated, midnight of January 1, 1980.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(plain.length, 18);
    shared.writeUInt16LE(label.length, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04"), shared, label]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), shared, place, label]));
    bodies.push(head, packed);
    at += head.length + packed.length;
  }
  const index = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, index, end]);
}
