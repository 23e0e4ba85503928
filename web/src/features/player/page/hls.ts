import Hls from "hls.js";
import type { Attach } from "./attach";

export const attach: Attach = (media, src, fail) => {
  // An iPhone, which plays HLS by itself, and hls.js only by an address that it does not load here.
  if (!("MediaSource" in window)) {
    media.src = src;
    return;
  }
  // A worker would be a script from a blob, which the page's policy refuses.
  const hls = new Hls({ enableWorker: false });
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (fatal) fail(type === Hls.ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable");
  });
  hls.loadSource(src);
  hls.attachMedia(media);
};
