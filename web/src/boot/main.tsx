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
// A page that was rendered when the app was built is taken over as it stands.
if (root.dataset.page === location.pathname.replace(/\/$/, "")) {
  import("./take-over").then(({ takeOver }) => takeOver(root)).catch((error) => console.error("page failed", error));
} else {
  const router = createBrowserRouter(routes);
  followExpiry(router);
  // What the page shows by itself stays until there is something to take its place.
  void begun(router).then(() =>
    // Drawn in slices, between which a phone answers to the finger.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    ),
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
