import BookmarkIcon from "lucide-react/icons/bookmark";
import Copy from "lucide-react/icons/copy";
import { type MouseEvent, useCallback, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy";
import { Section } from "@/ui/section";
import { bookmarklet } from "./model";

/** The ways to save from elsewhere: a bookmark for every browser, and the app on a phone. */
export function Anywhere({ savePath }: { savePath: string }) {
  return (
    <Section id="anywhere" title="Save from anywhere" lead="The shorter the moment of saving, the more is there later.">
      <Bookmark savePath={savePath} />
      <div className="grid gap-2">
        <h3 className="sub-h">On a phone</h3>
        <p>
          Open the menu of your browser and choose “Install app” or “Add to Home Screen”. On Android, Engram is then
          among what you share links, texts, pictures and PDFs with. What you save without a connection waits on the
          phone and is sent later.
        </p>
      </div>
      <p className="hint">
        To save an address, a note or what waits here:{" "}
        <Link className="link" to={savePath}>
          the page for saving
        </Link>
        .
      </p>
    </Section>
  );
}

function Bookmark({ savePath }: { savePath: string }) {
  const [said, setSaid] = useState("");
  const code = bookmarklet(window.location.origin);
  // React writes no address that runs code. This one runs in the bookmarks alone: here the page's policy forbids it.
  const link = useCallback((element: HTMLAnchorElement | null) => element?.setAttribute("href", code), [code]);
  const explain = (event: MouseEvent) => {
    event.preventDefault();
    setSaid("Drag it to your bookmarks. Pressed there, it saves the page that you are on.");
  };
  const copy = () =>
    copyText(code).then(
      () => setSaid("Copied. Make a bookmark of any page, and put this in place of its address."),
      () => setSaid("Your browser allowed no copy."),
    );
  return (
    <div className="grid gap-3">
      <h3 className="sub-h">In any browser</h3>
      <p>
        Drag this to your bookmarks. Pressed on a page, it opens a small window that shows what will be saved, with what
        you selected as a remark, and asks first. Nothing of Engram runs in the page itself.
      </p>
      <div className="acts">
        <a ref={link} href={savePath} className="btn btn-secondary" draggable onClick={explain}>
          <BookmarkIcon className="i" />
          Save to Engram
        </a>
        <Button look="ghost" icon={<Copy className="i" />} onClick={() => void copy()}>
          Copy its address
        </Button>
      </div>
      <p className="hint" role="status">
        {said}
      </p>
    </div>
  );
}
