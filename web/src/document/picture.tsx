import ImageOff from "lucide-react/icons/image-off";
import { use, useState } from "react";
import { classNames } from "@/lib/class-names";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import { type LeafProps, MarksContext } from "./drawing";
import { type Block, joined } from "./tree";
import { Words } from "./words";

/** A picture with its caption. It keeps its place before it is there, or known; one that is not kept is told of in words. */
export function Picture({ block, leaf }: LeafProps) {
  const { image, spans } = block;
  const [broken, setBroken] = useState(false);
  const captioned = joined(spans) !== "";
  const whole = (use(MarksContext).get(leaf) ?? []).filter(({ from, to }) => from === to);
  const highlight = whole.findLast(({ kind }) => kind === "highlight");
  return (
    <figure
      className={classNames(
        "picture",
        highlight && `hl hl-${highlight.color ?? "amber"}`,
        whole.some(({ kind }) => kind === "citation") && "cited",
        whole.some(({ on }) => on) && "on",
      )}
      {...(whole.length > 0 && { "data-marks": whole.map(({ id }) => id).join(" ") })}
    >
      {image?.url && !broken ? (
        <img
          src={image.url}
          alt={image.alt ?? ""}
          {...(image.width && image.height && { width: image.width, height: image.height })}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : image?.coming ? (
        <Coming image={image} />
      ) : (
        <Missing image={image} />
      )}
      {captioned && (
        <figcaption dir="auto" data-leaf={leaf} data-from={0}>
          <Words spans={spans} leaf={leaf} />
        </figcaption>
      )}
    </figure>
  );
}

type Image = NonNullable<Block["image"]>;

/** The place of a picture that is still being fetched. */
function Coming({ image: { alt, width, height } }: { image: Image }) {
  const size = width && height ? { aspectRatio: `${width} / ${height}`, maxWidth: width } : {};
  return (
    <div className="picture-coming skel" role="img" aria-label={alt || "A picture that is on its way"} style={size} />
  );
}

function Missing({ image }: { image: Image | undefined }) {
  const { alt, address } = image ?? {};
  const href = address && safeLink(address);
  return (
    <p className="picture-missing">
      <ImageOff className="i" />
      <span>
        <span dir="auto">{alt || "A picture that was not kept."}</span>
        {href && (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            See it at {hostName(href)}
            <span className="vh">, opens in a new tab</span>
          </a>
        )}
      </span>
    </p>
  );
}
