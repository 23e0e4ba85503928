import { expect, holdTimers, makeUser, test, useTheme } from "./fixture";
import { PLAIN_PAGES } from "./page-checks";

const PAGES = ["/welcome", ...PLAIN_PAGES];

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("ROUTE-02 ROUTE-12 ROUTE-16 every page can be read, with a head of its own", async ({ page }) => {
    const pictures = new Set<string>();
    for (const path of PAGES) {
      await page.goto(`${path}/`);
      await expect(page.getByRole("main")).toBeVisible();
      await expect(page.getByText("needs JavaScript")).toHaveCount(0);
      await expect(page).toHaveTitle(/^\w.+, Engram$/);
      const content = (selector: string) => page.locator(`head > ${selector}`).getAttribute("content");
      expect(await content("meta[property='og:title']")).toBe(await page.title());
      expect(await content("meta[property='og:description']")).toBe(await content("meta[name=description]"));
      pictures.add((await content("meta[property='og:image']")) ?? "");
    }
    for (const picture of pictures) {
      expect((await page.request.get(picture)).headers()["content-type"]).toBe("image/png");
    }
  });

  test("ROUTE-16 POL-01 the policies can be read completely, and /contact says where this server’s address is", async ({
    page,
  }) => {
    for (const name of ["privacy-policy", "terms-of-service", "cookie-policy"]) {
      await page.goto(`/policies/${name}`);
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(5);
      await expect(page.getByText("Last updated: January 8, 2025")).toBeVisible();
    }
    await page.goto("/contact");
    await page.getByRole("link", { name: "Those of this server" }).click();
    await expect(page.getByText("supportEmail")).toBeVisible();
  });

  test("LAND-04 the small menu opens, and its links work", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/contact");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveURL(/\/welcome\/#pricing$/);
  });
});

for (const [theme, who] of [
  ["dark", "signed in"],
  ["light", "a visitor"],
] as const) {
  test(`hydration keeps the page's elements and theme: ${theme}, ${who}`, async ({ page }) => {
    await useTheme(page, theme);
    if (who === "signed in") await makeUser(page);
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const root = document.getElementById("root");
        const changes: string[] = [];
        Object.assign(window, { changes, first: root?.querySelector("header") });
        new MutationObserver(() => changes.push(document.documentElement.className)).observe(document.documentElement, {
          attributeFilter: ["class"],
        });
      });
    });
    for (const path of PAGES) {
      await page.goto(path);
      const menu = page.getByRole("navigation", { name: "Main" });
      await expect(menu).toBeVisible();
      // Taken over: a press stays within the app.
      await page.waitForFunction(() =>
        Object.keys(document.querySelector("header a") ?? {}).some((key) => key.startsWith("__react")),
      );
      const { same, changes } = await page.evaluate(() => {
        const { first, changes } = window as unknown as { first: Element; changes: string[] };
        return { same: first.isConnected, changes };
      });
      expect(same).toBe(true);
      expect(changes.filter((name) => name !== theme)).toEqual([]);
    }
  });
}

test("the app of a prerendered page loads once its content was painted, not its background alone", async ({ page }) => {
  // A page that is painted late would begin without that, a second after everything has come.
  await holdTimers(page, 1000);
  await page.addInitScript(() => {
    const hidden = new CSSStyleSheet();
    hidden.replaceSync("#root { visibility: hidden }");
    document.adoptedStyleSheets = [hidden];
  });
  await page.goto("/welcome", { waitUntil: "commit" });
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    );
  // A task later, whoever asks for what was painted has been told.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        new PerformanceObserver(() => setTimeout(resolve)).observe({ type: "paint", buffered: true }),
      ),
  );
  expect(await scripts()).toEqual([]);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await expect.poll(async () => (await scripts()).length).toBeGreaterThan(2);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  expect(Math.min(...(await scripts()))).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
});

test("ROUTE-05 U-01 without a token /home leads to sign-in at once, with no outline of the dashboard", async ({
  page,
}) => {
  await holdTimers(page, 1000);
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const outlined = document.querySelector(".shell")?.checkVisibility({ visibilityProperty: true });
      Object.assign(window, { outlined });
    });
  });
  await page.goto("/home");
  await page.waitForURL("**/auth/signin*");
  expect(await page.evaluate(() => (window as unknown as { outlined?: boolean }).outlined)).toBe(false);
});

test("hydration does not move a page that was scrolled before", async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto("/policies/privacy-policy", { waitUntil: "commit" });
  await expect(page.getByRole("main")).toBeVisible();
  // The rest of the page, or a font that is still to come, makes it longer or shorter.
  await page.waitForFunction(() => document.readyState !== "loading");
  const end = await page.evaluate(async () => {
    const toEnd = () => scrollTo({ top: 1e6, behavior: "instant" });
    toEnd(); // asks for the fonts of what is there
    await document.fonts.ready;
    toEnd();
    return scrollY;
  });
  go();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("header a") ?? {}).some((key) => key.startsWith("__react")),
  );
  expect(await page.evaluate(() => scrollY)).toBe(end);
});

test("robots.txt names the sitemap, whose every address is a page, and the manifest and its icons are served", async ({
  page,
}) => {
  const robots = await (await page.request.get("/robots.txt")).text();
  const map = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  const addresses = [...(await (await page.request.get(map)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, at = ""]) => at,
  );
  expect(addresses.map((address) => new URL(address).pathname).toSorted()).toEqual(PAGES.toSorted());
  for (const address of addresses) expect(await (await page.request.get(address)).text()).toContain("og:title");

  await page.goto("/contact");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await page.request.get(address ?? "")).json();
  expect(manifest.start_url).toBe("/home");
  for (const { src, type } of manifest.icons) {
    expect((await page.request.get(src)).headers()["content-type"]).toBe(type);
  }
});
