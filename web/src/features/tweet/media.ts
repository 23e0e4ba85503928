/** The pictures and videos of a tweet. */

import { pictureAddress, videoAddress } from "./addresses";
import { countOf, type Loose, recordOf, recordsOf, textOf } from "./read";

export type Media = {
  kind: "photo" | "video" | "gif";
  /** The picture, or the poster of a video. */
  picture: string;
  /** The alt text. Empty if there is none. */
  alt: string;
  /** In pixels. */
  width: number;
  height: number;
  /** The file of a video. */
  source?: string;
};

/** The maximum number of media of a tweet. */
const MOST = 4;

/** Returns the file to play. Of several mp4 files it is the second best, because the best is large for a card. */
export function sourceOf(videoInfo: unknown): string | undefined {
  const files = recordsOf(recordOf(videoInfo).variants, 100)
    .filter(({ content_type }) => content_type === "video/mp4")
    .map(({ bitrate, url }) => ({ bitrate: countOf(bitrate), address: videoAddress(url) }))
    .filter(({ address }) => address !== undefined)
    .sort((a, b) => b.bitrate - a.bitrate);
  return (files[1] ?? files[0])?.address;
}

function mediumOf(detail: Loose): Media[] {
  const picture = pictureAddress(detail.media_url_https);
  if (!picture) return [];
  const size = recordOf(detail.original_info);
  const [width, height] = [countOf(size.width), countOf(size.height)];
  const seen = { picture, alt: textOf(detail.ext_alt_text), ...(width && height ? { width, height } : WIDE) };
  const source = sourceOf(detail.video_info);
  if (detail.type === "photo" || !source) return [{ kind: "photo", ...seen }];
  return [{ kind: detail.type === "animated_gif" ? "gif" : "video", ...seen, source }];
}

const WIDE = { width: 1600, height: 900 };

/** Returns the media of a tweet, without those that are not hosted by X. A video without a file is its poster. */
export function mediaOf(details: unknown): Media[] {
  return recordsOf(details, 100).flatMap(mediumOf).slice(0, MOST);
}
