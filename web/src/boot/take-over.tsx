import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { followExpiry, routes } from "@/app/router";

/** Makes the app of a prerendered page. Until all of its code is there the page stays as it is, and its links lead on. */
export async function takeOver(root: HTMLElement): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      const page = await route.lazy();
      if ("error" in page) throw page.error;
      Object.assign(route, page, { lazy: undefined });
    }),
  );
  // With data, though there is none, the router leaves it to the browser where the page is scrolled to.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  followExpiry(router);
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
  delete root.dataset.page;
}
