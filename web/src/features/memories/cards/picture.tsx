import { useState } from "react";
import defaultPicture from "./default-picture.svg";

/** The picture of a page, or our own when there is none or it does not come. Decoration: the title stands beside it. */
export function Picture({ src }: { src: string }) {
  const [broken, setBroken] = useState<string>();
  return (
    <img
      className="pic"
      src={src && src !== broken ? src : defaultPicture}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
    />
  );
}
