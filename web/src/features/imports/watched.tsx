import CircleAlert from "lucide-react/icons/circle-alert";
import { grouped } from "@/lib/grouped";
import { useWatched } from "./api";
import { refusedText, whyText } from "./model";

/** What was put into the watched folder and is not taken in; nothing where all of it is. */
export function Watched() {
  const { refused, count, full } = useWatched();
  if (count === 0 && !full) return null;
  return (
    <div className="import-notes">
      <h3 className="sub-h" id="watched">
        Your watched folder
      </h3>
      {full && <p className="hint">It has more than 100,000 files. Those behind the first are not looked at.</p>}
      {count > 0 && (
        <>
          <p className="hint">{refusedText(count)}</p>
          <ol className="note-rows" aria-labelledby="watched">
            {refused.map((file) => (
              <li key={file.path}>
                <CircleAlert className="i i-s" />
                <span>
                  <b dir="auto">{file.path}</b>
                  <small>{whyText(file)}</small>
                </span>
              </li>
            ))}
          </ol>
          {count > refused.length && <p className="hint">And {grouped(count - refused.length)} more.</p>}
        </>
      )}
    </div>
  );
}
