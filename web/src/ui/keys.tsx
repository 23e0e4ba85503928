import { Fragment } from "react";
import { keyNames, worksNow } from "@/lib/key-names";

/** Keys as they are pressed, in the words of `keyOf`; alternatives are apart by a space, or a slash between two. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="caps">
      {keys.split(/ (?:\/ )?/).map((stroke, index) => (
        <Fragment key={stroke}>
          {index > 0 && (
            <span className="caps-or">
              <span aria-hidden="true">/</span>
              <span className="vh"> or </span>
            </span>
          )}
          {keyNames(stroke).map((name) => (
            <kbd key={name} className="kbd">
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** The first of the keys beside what they do: decoration, and only while it works and where there is a keyboard. */
export function KeyHint({ keys }: { keys: string }) {
  const first = keys.split(" ")[0] ?? "";
  if (first === "" || !worksNow(first)) return null;
  return (
    <span className="key-hint" aria-hidden="true">
      <Keys keys={first} />
    </span>
  );
}
