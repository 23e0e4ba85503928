import { useLocation, useNavigate, useOutletContext, useParams } from "react-router";
import { tweetIdOf, useMemory } from "@/features/memories";
import { type Cited, Reader } from "@/features/reader";
import { Tweet } from "@/features/tweet";
import { Recording } from "../card-parts";
import type { HomeContext } from "../home-context";
import { paths } from "../paths";

/** A memory opened over the dashboard. */
export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const { onDelete, onRefresh } = useOutletContext<HomeContext>();
  const listed = useMemory(id);
  // Opened from within, going back is closing it; opened by its address, there is nothing behind it.
  const close = () => void (key === "default" ? navigate(paths.home, { replace: true }) : navigate(-1));
  return (
    <Reader
      key={id}
      id={id}
      listed={listed}
      cited={(state as Cited | null) ?? undefined}
      onClose={close}
      onDelete={onDelete}
      onRefresh={onRefresh}
      renderMedia={(memory, startAt) => {
        if (memory.type === "video") return <Recording memory={memory} startAt={startAt} />;
        if (memory.type === "tweet") return <Tweet id={tweetIdOf(memory.link) ?? ""} titleId="opened-tweet" />;
        return null;
      }}
    />
  );
}
