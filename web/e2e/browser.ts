import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, expect, type Page } from "@playwright/test";

/** The whole browser: the one without windows knows no extensions. */
const BROWSER = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find(existsSync);

export type Extended = {
  context: BrowserContext;
  /** The extension's own address, without a slash at its end. */
  origin: string;
  /** The page of options, which the extension opens when it is installed. */
  options: Page;
  /** Presses the extension's button for this page, as its key does, and returns the popup. */
  press: (page: Page) => Promise<Popup>;
  close: () => Promise<void>;
};

/**
 * Starts the browser with the extension as `make extension` leaves it. The permission for the one site that the options ask for
 * is given beforehand, since nobody can press the browser's own dialog here.
 */
export async function startExtended(site: string): Promise<Extended> {
  if (!BROWSER) throw new Error("there is no Chromium to load the extension into: see tools/packages.sh");
  const folder = await mkdtemp(join(tmpdir(), "engram-extension-"));
  const extension = join(folder, "extension");
  await cp("../dist/extension/chromium", extension, { recursive: true });
  const manifest = JSON.parse(await readFile(join(extension, "manifest.json"), "utf8"));
  await writeFile(join(extension, "manifest.json"), JSON.stringify({ ...manifest, host_permissions: [site] }));
  // Pinned, as its person has it: Chromium moves the button of another into sight before its popup opens.
  const profile = join(folder, "profile");
  await mkdir(join(profile, "Default"), { recursive: true });
  await writeFile(
    join(profile, "Default", "Preferences"),
    JSON.stringify({ extensions: { pinned_extensions: [idOf(extension)] } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER,
    args: [
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      "--enable-unsafe-extension-debugging",
      "--disable-gpu",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const origin = worker.url().split("/").slice(0, 3).join("/");
  const options = await optionsOf(context, origin);
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error("the browser tells nothing of itself");
  const nextPopup = await popupsOf(browser, `${origin}/popup.html`);
  const press = async (page: Page) => {
    await page.bringToFront();
    const { targetInfos } = await browser.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const targetId = targetInfos.find(({ url }) => url === page.url())?.targetId ?? "";
    const opened = nextPopup();
    const pressedAt = Date.now();
    await browser.send("Extensions.triggerAction", { id: origin.split("/").at(-1) ?? "", targetId });
    return attach(browser, await opened, pressedAt);
  };
  return {
    context,
    origin,
    options,
    press,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for the options before there is another tab: Chromium opens them in place of one that is still empty. */
async function optionsOf(context: BrowserContext, origin: string): Promise<Page> {
  const opened = () => context.pages().find((page) => page.url() === `${origin}/options.html`);
  await expect.poll(opened).toBeTruthy();
  const options = opened() as Page;
  await options.waitForLoadState();
  return options;
}

/** The id that Chromium gives to what is loaded from a folder. */
function idOf(folder: string): string {
  const digits = createHash("sha256").update(folder).digest("hex").slice(0, 32);
  return digits.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** The popup, which the driver does not count among the pages of the browser. */
export type Popup = {
  /** When its button was pressed, in milliseconds. */
  pressedAt: number;
  /** Runs code in it, and returns what that resolves to. */
  run: <T>(code: string) => Promise<T>;
  /** What it shows. */
  text: () => Promise<string>;
  close: () => Promise<void>;
};

type Answer = {
  id: number;
  result?: { result: { value: unknown }; exceptionDetails?: { exception?: { description: string } } };
};

/** Waits for a popup that was not there before. The browser tells of it: asking again and again would take its time. */
async function popupsOf(browser: CDPSession, url: string): Promise<() => Promise<string>> {
  const known = new Set<string>();
  let found = (_id: string) => {};
  const look = ({ targetInfo: { targetId, ...target } }: { targetInfo: { targetId: string; url: string } }) => {
    if (target.url !== url || known.has(targetId)) return;
    known.add(targetId);
    found(targetId);
  };
  browser.on("Target.targetCreated", look);
  browser.on("Target.targetInfoChanged", look);
  await browser.send("Target.setDiscoverTargets", { discover: true });
  return () => new Promise((resolve) => (found = resolve));
}

async function attach(browser: CDPSession, targetId: string, pressedAt: number): Promise<Popup> {
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map<number, (answer: Answer) => void>();
  browser.on("Target.receivedMessageFromTarget", (event) => {
    if (event.sessionId !== sessionId) return;
    const answer = JSON.parse(event.message) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let count = 0;
  const run = async <T>(expression: string) => {
    count += 1;
    const id = count;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const params = { expression, awaitPromise: true, returnByValue: true };
    await browser.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id, method: "Runtime.evaluate", params }),
    });
    const { result } = await answered;
    if (result?.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
    return result?.result.value as T;
  };
  return {
    pressedAt,
    run,
    text: () => run(`document.body?.innerText ?? ""`),
    close: async () => void (await browser.send("Target.closeTarget", { targetId })),
  };
}
