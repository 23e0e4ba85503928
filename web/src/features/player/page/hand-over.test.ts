import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handOver } from "./hand-over";

const { createObjectURL } = URL;
let made = 0;
beforeEach(() => {
  URL.createObjectURL = () => `blob:null/${++made}`;
});
afterEach(() => {
  URL.createObjectURL = createObjectURL;
});

/** A fake media element that accepts a MediaSource, like Safari's, or only a URL. */
function element(takesSources: boolean): HTMLMediaElement {
  const media = document.createElement("video");
  let held: unknown = null;
  Object.defineProperty(media, "srcObject", {
    get: () => held,
    set(source) {
      if (!takesSources) throw new TypeError("not a MediaStream");
      held = source;
    },
  });
  handOver(media);
  return media;
}

const source = () => new EventTarget() as MediaSource;

describe("VIDEO-04 a media source", () => {
  it("is passed to an element that accepts it, and its address is not loaded", () => {
    const media = element(true);
    const first = source();
    media.src = URL.createObjectURL(first);
    expect(media.srcObject).toBe(first);
    expect(media.hasAttribute("src")).toBe(false);
  });

  it("is loaded by its address where the element accepts nothing else", () => {
    const media = element(false);
    const address = URL.createObjectURL(source());
    media.src = address;
    expect(media.srcObject).toBeNull();
    expect(media.getAttribute("src")).toBe(address);
    expect(media.src).toBe(address);
  });

  it("is not used for a file, whose address is loaded everywhere", () => {
    const media = element(true);
    for (const address of ["https://media.example/film.mp4", URL.createObjectURL(new Blob(["film"]))]) {
      media.src = address;
      expect(media.srcObject).toBeNull();
      expect(media.getAttribute("src")).toBe(address);
    }
  });
});
