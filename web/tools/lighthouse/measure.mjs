// Lighthouse on the landing page, and on the dashboard of somebody with many memories, as the program serves them: the
// median of three runs, as a phone and as a desktop. What does not depend on the machine must be perfect; performance does,
// so its figures are printed beside what we want of them.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const MEMORIES = Number(process.env.MEMORIES ?? 5000);
const RUNS = 3;
/** Pages with a picture among the newest, which the first screen shows. */
const PAGES = 30;
const FORMS = /** @type {const} */ (["phone", "desktop"]);

/** What performance we want of a page, and what must be perfect. Nobody finds a dashboard by a search engine. */
const LANDING = {
  path: "/welcome",
  wanted: { phone: 95, desktop: 99 },
  perfect: ["accessibility", "best-practices", "seo"],
};
const DASHBOARD = { path: "/home", wanted: { phone: 90, desktop: 95 }, perfect: ["accessibility", "best-practices"] };

const site = await startSite();
const data = await mkdtemp(join(tmpdir(), "engram-lighthouse-"));
const program = spawn("../../../bin/engram", ["serve"], {
  env: {
    PATH: process.env.PATH,
    ENGRAM_ADDR: "127.0.0.1:0",
    ENGRAM_DATA_DIR: data,
    ENGRAM_FREE_MEMORIES: "0",
    ENGRAM_FETCH_ALLOW: site.address,
    // What the machine does beside is not the page's.
    ENGRAM_ENCODER: "off",
    ENGRAM_PEOPLE_URL: "",
  },
  stdio: ["ignore", "ignore", "pipe"],
});
let failed = false;
try {
  const url = await readyAt(program);
  for (const form of FORMS) failed = !(await measure(LANDING, url, "", form)) || failed;
  const token = await fill(url);
  for (const form of FORMS) failed = !(await measure(DASHBOARD, url, token, form)) || failed;
} finally {
  program.kill("SIGTERM");
  await new Promise((resolve) => program.once("exit", resolve));
  site.server.close();
  await rm(data, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

/** A page on one form of device; false when what must be perfect is not. */
async function measure({ path, wanted, perfect }, url, token, form) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(url + path, token, form, perfect));
  const score = (name) => median(runs.map(({ categories }) => Math.round(categories[name].score * 100)));
  const time = (name) => Math.round(median(runs.map(({ audits }) => audits[name].numericValue)));
  console.log(
    `${path}, ${form}: performance ${score("performance")} (wanted ${wanted[form]}), ` +
      `${perfect.map((name) => `${name} ${score(name)}`).join(", ")}; first contentful paint ${time("first-contentful-paint")} ms, ` +
      `largest ${time("largest-contentful-paint")} ms, blocked ${time("total-blocking-time")} ms, ` +
      `shift ${median(runs.map(({ audits }) => audits["cumulative-layout-shift"].numericValue)).toFixed(3)}; ` +
      `speed of the machine ${Math.round(median(runs.map(({ environment }) => environment.benchmarkIndex)))}`,
  );
  for (const { id, title } of misses(runs[0], perfect)) console.log(`  not perfect: ${id}, ${title}`);
  return perfect.every((name) => score(name) === 100);
}

function misses({ categories, audits }, perfect) {
  const refs = perfect.flatMap((name) => categories[name].auditRefs);
  return refs
    .filter(({ weight, id }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => audits[id]);
}

/** A browser of its own for each run, signed in where there is a token, with nothing kept of the run before. */
async function once(address, token, form, perfect, tries = 3) {
  const chrome = await launch({
    chromePath: ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find(existsSync),
    chromeFlags: ["--headless=new", "--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
    const page = await browser.newPage();
    await page.goto(new URL("/favicon.svg", address).href);
    if (token) await page.evaluate((credential) => localStorage.setItem("token", credential), token);
    await page.close();
    await browser.disconnect();
    const options = {
      port: chrome.port,
      disableStorageReset: true,
      onlyCategories: ["performance", ...perfect],
      logLevel: "error",
    };
    const result = await lighthouse(address, options, form === "desktop" ? desktopConfig : undefined);
    const { runtimeError } = result.lhr;
    // Now and then a trace has no beginning.
    if (runtimeError?.code === "NO_NAVSTART" && tries > 1) return once(address, token, form, perfect, tries - 1);
    if (runtimeError) throw new Error(runtimeError.message);
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Saves the memories and returns the token of who saved them. */
async function fill(url) {
  const call = async (path, body, token) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { token } = await call("/api/v1/signup", { username: "Reader", password: "Correct1!horse" });
  const save = (body) => call("/api/v1/content", body, token);
  const words = "Broad beans are sown in November under fleece, and the tins are labelled by who gave them. ";
  const notes = MEMORIES - PAGES;
  for (let from = 0; from < notes; from += 8) {
    const many = Array.from({ length: Math.min(8, notes - from) }, (_, index) => from + index);
    await Promise.all(many.map((n) => save({ type: "note", description: `Note ${n}\n${words.repeat(1 + (n % 4))}` })));
  }
  for (let n = 0; n < PAGES; n += 1) await save({ type: "link", link: `http://${site.address}/page/${n}` });
  await allRead(url, token);
  return token;
}

async function allRead(url, token) {
  for (;;) {
    const response = await fetch(`${url}/api/v1/content?limit=${PAGES}`, { headers: { authorization: token } });
    const { content } = await response.json();
    if (content.every(({ status }) => status !== "pending")) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Pages with a picture each. */
async function startSite() {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/picture")) {
      response.writeHead(200, { "content-type": "image/png" }).end(pixel);
      return;
    }
    const name = `What to sow when it is already too late, part ${request.url?.split("/").at(-1)}`;
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html lang="en"><head><title>${name}</title><meta name="description" content="A short defence of the autumn bed.">` +
          `<meta property="og:image" content="/picture.png"></head><body><article><h1>${name}</h1><p>${"Chard and corn salad. ".repeat(40)}</p></article></body></html>`,
      );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `127.0.0.1:${server.address().port}` };
}

/** Waits for the line of the log that says where the program answers. */
function readyAt(child) {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
      const url = /Engram is ready.* url=(\S+)/.exec(log)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`the program ended with ${code} before it was ready:\n${log}`)));
  });
}
