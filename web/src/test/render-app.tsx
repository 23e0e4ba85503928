import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished } from "vitest";
import { followExpiry, routes } from "@/app/router";

/** The whole app at an address, as a browser would open it. */
export function renderApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: ["/nowhere", address] });
  onTestFinished(followExpiry(router));
  const where = () => router.state.location.pathname + router.state.location.search;
  return { ...render(<RouterProvider router={router} />), where, user: userEvent.setup() };
}
