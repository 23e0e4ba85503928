import { test } from "@playwright/test";
import { startConnected } from "../../e2e/connected";

const PRESSES = 30;

test("from the press of the button to “Saved”", async ({ playwright }) => {
  const { extended, stop } = await startConnected(playwright);
  const times: number[] = [];
  try {
    const workers = await extended.context.newCDPSession(extended.options);
    await workers.send("ServiceWorker.enable");
    for (let press = 0; press < PRESSES; press += 1) {
      const tab = await extended.context.newPage();
      await tab.goto(`${process.env.ENGRAM_E2E_SITE}/page/speed-${press}`);
      // A person saves now and then: by then the browser has put the worker to sleep.
      await workers.send("ServiceWorker.stopAllWorkers");
      const popup = await extended.press(tab);
      const shownAt = await popup.run<number>(`new Promise((resolve) =>
        new PerformanceObserver((list) => {
          const [mark] = list.getEntriesByName("shown");
          if (mark) resolve(performance.timeOrigin + mark.startTime);
        }).observe({ type: "mark", buffered: true }),
      )`);
      times.push(shownAt - popup.pressedAt);
      await popup.close();
      await tab.close();
    }
  } finally {
    await stop();
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  console.log(
    `${PRESSES} presses: median ${at(0.5)?.toFixed()} ms, nine of ten within ${at(0.9)?.toFixed()} ms, the slowest ${sorted.at(-1)?.toFixed()} ms`,
  );
});
