import Hls from "hls.js";
import type { Attach } from "./main";

export const attach: Attach = (media, src, fail) => {
  if (!Hls.isSupported()) return fail("unplayable");
  // A worker would be a script from a blob, which the page's policy refuses.
  const hls = new Hls({ enableWorker: false });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR) return fail("unreachable");
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || recovered) return fail("unplayable");
    recovered = true;
    hls.recoverMediaError();
  });
  hls.loadSource(src);
  hls.attachMedia(media);
};
