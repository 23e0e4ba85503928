import Hls from "hls.js";
import type { Attach } from "./attach";

export const attach: Attach = (media, src, fail) => {
  // iPhones play HLS natively. hls.js would need a blob URL, which this page can't load there.
  if (!("MediaSource" in window)) {
    media.src = src;
    return;
  }
  // A worker would be loaded from a blob URL, which the CSP forbids.
  const hls = new Hls({ enableWorker: false });
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (fatal) fail(type === Hls.ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable");
  });
  hls.loadSource(src);
  hls.attachMedia(media);
};
