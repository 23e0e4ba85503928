import { useState } from "react";
import { classNames } from "@/lib/class-names";
import { initials } from "@/lib/initials";
import type { Author } from "./model";

/** The author's picture, or their initials if it fails to load. Decorative, because the name is beside it. */
export function AuthorPicture({ author: { name, picture, square } }: { author: Author }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={classNames("avatar", square && "avatar-square")} aria-hidden="true">
      {picture && !broken ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
