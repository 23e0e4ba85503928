import { type ComponentProps, type ReactNode, useState } from "react";

type Props = Omit<ComponentProps<"img">, "alt" | "onError"> & {
  src: string;
  /** Stands for it when there is none, or it does not come. */
  instead: ReactNode;
};

/** A picture. Decoration: the title stands beside it. */
export function Picture({ src, instead, ...rest }: Props) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return instead;
  return <img {...rest} src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />;
}
