/** What a browser has and jsdom lacks, for components that measure and scroll. Nothing is ever seen or resized. */

import { vi } from "vitest";

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export function stubLayout(): void {
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }));
  Element.prototype.scrollIntoView = () => {};
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
}

/** As if every element were near the window at once. */
export function stubNearness() {
  const observe = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        observe(element);
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  return observe;
}
