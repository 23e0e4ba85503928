/**
 * Lets an element play media sources in Safari, which loads no blob's address in a page without an origin but plays the
 * source itself. The libraries know addresses alone, so the element takes each for the source that it stands for.
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

/** Whether the element plays it. Other browsers want its address. */
function takes(media: HTMLMediaElement, source: MediaSource): boolean {
  try {
    media.srcObject = source;
    return true;
  } catch {
    return false;
  }
}
