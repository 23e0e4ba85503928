import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";

// Files share a worker, and with it what takes long to load: a page and the libraries. What is ours begins anew in each.
vi.useRealTimers();
vi.resetModules();
history.replaceState(null, "", "/");
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
document.head.replaceChildren();
document.body.replaceChildren();
const { server } = await import("./server");
const { toast } = await import("sonner");

// jsdom has no scrolling, and says so on every change of page.
window.scrollTo = () => {};

// A busy machine takes its time; a test that fails for that reason says nothing.
configure({ asyncUtilTimeout: 60_000 });

// A toast is transparent until its second effect has run, and a test that finds it before would call it invisible.
const seen = document.createElement("style");
seen.textContent = "[data-sonner-toast] { opacity: 1 !important; }";
document.head.append(seen);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  // What was said stands for three seconds, and on the page of the next test as well.
  toast.dismiss();
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
