import { useState } from "react";

type Props = { src: string; fallback: string; className?: string };

/** A picture, or the fallback when there is none or it does not come. Decoration: the title stands beside it. */
export function Picture({ src, fallback, className }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <img
      className={className}
      src={src && src !== broken ? src : fallback}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
    />
  );
}
