/**
 * Lets Safari play media sources. It loads no blob URL in a page with an opaque origin, but accepts the MediaSource as
 * srcObject, so assigning its URL to `src` sets that instead.
 */
export function handOver(media: HTMLMediaElement): void {
  const sources = new Map<string, MediaSource>();
  const addressOf = URL.createObjectURL;
  URL.createObjectURL = (object) => {
    const address = addressOf.call(URL, object);
    if (!(object instanceof Blob)) sources.set(address, object);
    return address;
  };
  Object.defineProperty(media, "src", {
    get: () => media.getAttribute("src") ?? "",
    set: (address: string) => {
      const source = sources.get(address);
      if (!source || !takes(media, source)) media.setAttribute("src", address);
    },
  });
}

/** Returns whether the element accepted the source. Other browsers throw and need the URL. */
function takes(media: HTMLMediaElement, source: MediaSource): boolean {
  try {
    media.srcObject = source;
    return true;
  } catch {
    return false;
  }
}
