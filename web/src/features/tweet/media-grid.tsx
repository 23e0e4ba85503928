import { useState } from "react";
import { sized } from "./addresses";
import type { Media } from "./media";
import { TweetVideo } from "./tweet-video";

/** The aspect ratio of a single picture, within limits that avoid strips and towers. */
function shapeOf({ width, height }: Media): number {
  return Math.min(Math.max(width / height, 0.8), 3);
}

/** Up to four pictures and videos. `url` is their page on X. */
export function MediaGrid({ media, url }: { media: readonly Media[]; url: string }) {
  const [first] = media;
  if (!first) return null;
  const style = { aspectRatio: media.length === 1 ? shapeOf(first) : 16 / 10 };
  return (
    <div className="tweet-media" data-count={media.length} style={style}>
      {media.map((medium, index) => {
        const key = `${index} ${medium.picture}`;
        return medium.source ? (
          <TweetVideo key={key} video={medium} source={medium.source} url={url} />
        ) : (
          <Photo key={key} photo={medium} />
        );
      })}
    </div>
  );
}

/** A picture at the size that it needs. If it fails to load, its alt text is shown. */
function Photo({ photo: { picture, alt, width, height } }: { photo: Media }) {
  const [broken, setBroken] = useState(false);
  const [small, medium] = [sized(picture, "small"), sized(picture, "medium")];
  if (broken) return <p className="tweet-blank">{alt || "This picture did not come."}</p>;
  return (
    <img
      src={small}
      srcSet={small === medium ? undefined : `${small} 680w, ${medium} 1200w`}
      sizes="auto, 360px"
      alt={alt || "Image"}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
