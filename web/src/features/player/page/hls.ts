import Hls from "hls.js";
import type { Attach } from "./main";

export const attach: Attach = (media, src, fail) => {
  if (!Hls.isSupported()) return fail("unplayable");
  // A worker would be a script from a blob, which the page's policy refuses.
  const hls = new Hls({ enableWorker: false });
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (fatal) fail(type === Hls.ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable");
  });
  hls.loadSource(src);
  hls.attachMedia(media);
};
