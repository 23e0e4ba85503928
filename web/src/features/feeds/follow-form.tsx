import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import type { Feed } from "./model";

type Props = { importPath: string; onFollow: (url: string) => Promise<Feed> };

/** Follows the feed of an address, which may be that of a page. */
export function FollowForm({ importPath, onFollow }: Props) {
  const [url, setUrl] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [followed, setFollowed] = useState<string>();
  const sending = useRef(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const address = url.trim();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (address === "" || sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    setFollowed(undefined);
    try {
      const { title } = await onFollow(address);
      setFollowed(title || address);
      setUrl("");
    } catch (error) {
      if ((statusOf(error) ?? 500) >= 500) logFailure("following a feed", error);
      setRefused(messageOf(error, "It could not be followed. Please try again."));
    }
    sending.current = false;
    setBusy(false);
  }

  return (
    <div>
      <form className="feed-follow" noValidate onSubmit={(event) => void onSubmit(event)}>
        <Field
          label="Address of a site or a feed"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          error={refused}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy}>
          Follow
        </Button>
      </form>
      <p className="hint feed-says" role="status">
        {followed && (
          <>
            You follow <bdi>{followed}</bdi> now.
          </>
        )}
      </p>
      <p className="hint">
        Many at once?{" "}
        <Link className="link" to={importPath}>
          Bring the OPML file
        </Link>{" "}
        of your feed reader.
      </p>
    </div>
  );
}
