import "@/styles/index.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { setPrefetched } from "@/api/prefetched";
import { followExpiry, routes } from "@/app/router";
import { early } from "./early";
import { offerReload } from "./lost-chunk";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
offerReload();
setPrefetched(early);
// A prerendered page is hydrated in place.
if (root.dataset.page === location.pathname.replace(/\/$/, "")) {
  import("./take-over").then(({ takeOver }) => takeOver(root)).catch((error) => console.error("page failed", error));
} else {
  const router = createBrowserRouter(routes);
  followExpiry(router);
  // The outline stays until the first page can be drawn.
  void begun(router).then(() =>
    // A transition renders in slices, so that a phone stays responsive.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    ),
  );
}

/** Resolves once the first page's code is loaded, or failed to load, which has a page of its own. */
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
