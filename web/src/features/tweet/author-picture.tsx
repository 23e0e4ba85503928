import { useState } from "react";
import { classNames } from "@/lib/class-names";
import { initials } from "@/lib/initials";
import type { Author } from "./model";

/** The picture of who wrote a tweet, or their initials when it does not come. Decoration: the name stands beside it. */
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
