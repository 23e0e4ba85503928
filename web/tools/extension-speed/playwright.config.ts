import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

// One press at a time: the others would take its time.
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "measure.ts",
  outputDir: "../../test-results",
  globalSetup: "../../e2e/start.ts",
  workers: 1,
  timeout: 900_000,
  reporter: "list",
});
