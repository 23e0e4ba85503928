import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { haveNodes } from "./e2e/nodes";

// The same engine without windows takes a third less time.
const chromium = ["chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"]
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/start.ts",
  // One program serves them all; each test signs up a user of its own. Two that wait leave room for a third.
  workers: 3,
  // Those that touch most of what is stored run on Postgres and a bucket as well, each request at another node.
  projects: [{ name: "one" }, ...(haveNodes ? [{ name: "nodes", grep: /@nodes/ }] : [])],
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // One test that fails once does not hold up everything else, but is told of at the end.
  retries: process.env.CI ? 1 : 0,
  // CI tells how long each takes.
  reporter: [[process.env.CI ? "list" : "line"], ["./e2e/reporter.ts"]],
  use: {
    viewport: { width: 1536, height: 960 },
    screenshot: "only-on-failure",
    // It would answer before the tests that answer in the server's place. e2e/phones.spec.ts is about it.
    serviceWorkers: "block",
    // Drawing what moves took half of what drawing takes. Tests of what moves ask for it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A container's root has no other choice.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
});
