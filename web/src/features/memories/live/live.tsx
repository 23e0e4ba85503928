import { useEffect, useRef, useState } from "react";
import { follow } from "@/api/follow";
import type { Memory } from "@/memory/kinds";
import { useMemories } from "../api";
import { useListFeed } from "../shelf-data";
import { newsIn } from "./changes";
import { newsOf } from "./news";
import { useSimilarNews } from "./similar";

/** Keeps the list as it is on the server, and reads out what became of what was on its way. It is not seen. */
export default function Live() {
  const { memories } = useMemories();
  const feed = useListFeed();
  const known = memories !== undefined;
  useEffect(() => {
    if (known) return follow({ ...feed, newsIn });
  }, [known, feed]);
  useSimilarNews(memories);
  return (
    <p className="vh" role="status">
      {useNews(memories)}
    </p>
  );
}

/** The last news, until the next. */
function useNews(memories: readonly Memory[] | undefined): string {
  const [text, setText] = useState("");
  const before = useRef(memories);
  useEffect(() => {
    const news = newsOf(before.current ?? [], memories ?? []);
    before.current = memories;
    if (news) setText(news);
  }, [memories]);
  return text;
}
