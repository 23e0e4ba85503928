import "./styles/index.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { offerReload } from "./app/lost-chunk";
import { followExpiry, routes } from "./app/router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);

async function start(root: HTMLElement) {
  offerReload();
  // A page that was rendered when the app was built is taken over as it stands, once the code of all of it is there.
  const prerendered = root.dataset.page === location.pathname.replace(/\/$/, "");
  if (prerendered) await loadCode();
  // Data for it, though there is none, says that its scrolling is the browser's.
  const router = createBrowserRouter(routes, prerendered ? { hydrationData: {} } : {});
  followExpiry(router);
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // What the page shows by itself stays until there is something to take its place.
  if (!prerendered) await begun(router);
  // Drawn in slices, between which a phone answers to the finger.
  startTransition(() => (prerendered ? void hydrateRoot(root, app) : createRoot(root).render(app)));
}

/** Loads the code of the page. */
async function loadCode() {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === "function") Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** Resolves once the code of the first page is there, or could not be had, which has a page of its own. */
function begun({ state, subscribe }: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (state.initialized) resolve();
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
