import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { followExpiry, routes } from "@/app/router";

/** Hydrates a prerendered page once all of its code is loaded. Until then its links work without the app. */
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
  // With hydration data, even empty, the router leaves the scroll position to the browser.
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
