import { MediaPlayer } from "dashjs";
import type { Attach } from "./attach";

export const attach: Attach = (media, src, fail) => {
  const player = MediaPlayer().create();
  const { errors } = MediaPlayer;
  const fetching: (number | undefined)[] = [
    errors.DOWNLOAD_ERROR_ID_MANIFEST_CODE,
    errors.DOWNLOAD_ERROR_ID_SIDX_CODE,
    errors.DOWNLOAD_ERROR_ID_CONTENT_CODE,
    errors.DOWNLOAD_ERROR_ID_INITIALIZATION_CODE,
    errors.DOWNLOAD_ERROR_ID_XLINK_CODE,
  ];
  player.updateSettings({
    debug: { logLevel: 0 },
    streaming: {
      // This page has no storage.
      lastBitrateCachingInfo: { enabled: false },
      lastMediaSettingsCachingInfo: { enabled: false },
      // No third-party time server is contacted. The stream's own clock or the local one is used.
      utcSynchronization: {
        defaultTimingSource: { scheme: "urn:mpeg:dash:utc:direct:2014", value: new Date().toISOString() },
      },
    },
  });
  player.on(MediaPlayer.events.ERROR, (event) => {
    const code = typeof event.error === "object" ? event.error.code : undefined;
    fail(fetching.includes(code) ? "unreachable" : "unplayable");
  });
  player.initialize(media, src, media.autoplay);
};
