import mpegts from "mpegts.js";
import type { Attach } from "./attach";

export const attach: Attach = (media, src, fail) => {
  if (!mpegts.isSupported()) return fail("unplayable");
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer({ type: "flv", url: src, cors: true }, { enableWorker: false });
  player.on(mpegts.Events.ERROR, (type: string) =>
    fail(type === mpegts.ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable"),
  );
  player.attachMediaElement(media);
  player.load();
};
