/** What a page measures of itself: runs in the browser, so it must not refer to anything outside of it. */

import type { CDPSession, Page } from "@playwright/test";

export type Frames = {
  /** Seconds of scrolling, and frames in them. */
  seconds: number;
  frames: number;
  /** Frames that took longer than one and a half of 60 a second, and than three. */
  late: number;
  long: number;
  /** The share of the time for which the page's main thread worked. */
  busy: number;
};

type Probe = { clicked: number; shown: number; shifts: number[]; times: number[]; counting: boolean };

/** Has every document note its clicks, layout shifts and frames. */
export async function install(page: Page, text: string) {
  await page.addInitScript((selector) => {
    const probe: Probe = { clicked: 0, shown: 0, shifts: [], times: [], counting: false };
    Object.assign(window, { probe });
    const look = () => {
      const words = document.querySelector(selector);
      if (!words || words.getBoundingClientRect().height === 0) return requestAnimationFrame(look);
      // The task after a frame's callbacks comes when that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        probe.shown = performance.now();
      };
      return requestAnimationFrame(() => port2.postMessage(0));
    };
    addEventListener(
      "click",
      ({ timeStamp }) => {
        Object.assign(probe, { clicked: timeStamp, shown: 0, shifts: [] });
        requestAnimationFrame(look);
      },
      { capture: true },
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (probe.shown > 0 && entry.startTime > probe.shown)
          probe.shifts.push((entry as never as { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: false });
    const tick = (time: number) => {
      if (probe.counting) probe.times.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }, text);
}

/** Milliseconds from the click to the first words on the screen. */
export async function timeToText(page: Page): Promise<number> {
  await page.waitForFunction(() => (window as never as { probe: Probe }).probe.shown > 0, null, { polling: 50 });
  return page.evaluate(() => {
    const { probe } = window as never as { probe: Probe };
    return probe.shown - probe.clicked;
  });
}

/** The sum of all layout shifts since the words were shown, those right after an input included. */
export const shiftSince = (page: Page) =>
  page.evaluate(() => (window as never as { probe: Probe }).probe.shifts.reduce((sum, one) => sum + one, 0));

/** Scrolls what is under a point of the window by touch, and counts the frames meanwhile. */
export async function scroll(
  page: Page,
  cdp: CDPSession,
  by: number,
  speed: number,
  at?: { x: number; y: number },
): Promise<Frames> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const worked = await taskTime(cdp);
  await page.evaluate(() => {
    Object.assign((window as never as { probe: Probe }).probe, { times: [], counting: true });
  });
  await cdp.send("Input.synthesizeScrollGesture", {
    x: Math.round(at?.x ?? size.width * 0.45),
    y: Math.round(at?.y ?? size.height / 2),
    yDistance: -by,
    speed,
    gestureSourceType: "mouse",
    preventFling: true,
  });
  const times = await page.evaluate(() => {
    const { probe } = window as never as { probe: Probe };
    probe.counting = false;
    return probe.times;
  });
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const over = (length: number) => gaps.filter((gap) => gap > length).length;
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return {
    seconds,
    frames: gaps.length,
    late: over(25),
    long: over(50),
    busy: ((await taskTime(cdp)) - worked) / seconds,
  };
}

/** Seconds of CPU time of the page's main thread so far. */
async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}
