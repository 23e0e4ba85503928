import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "./server";

// jsdom has no scrolling, and says so on every change of page.
window.scrollTo = () => {};

// A busy machine takes its time; a test that fails for that reason says nothing.
configure({ asyncUtilTimeout: 5000 });

// A toast is transparent until its second effect has run, and a test that finds it before would call it invisible.
const seen = document.createElement("style");
seen.textContent = "[data-sonner-toast] { opacity: 1 !important; }";
document.documentElement.append(seen);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
