import { lazy, Suspense, useMemo } from "react";
import { useLocation, useNavigate, useOutletContext, useParams } from "react-router";
import { useMemory } from "@/features/memories";
import { citedOf, Reader } from "@/features/reader";
import { Boundary } from "@/ui/boundary";
import { Skeleton } from "@/ui/skeleton";
import type { HomeContext } from "../../home-context";
import { Recording, SavedTweet } from "../../media";

// It comes beside the memory's text, which does not wait for it.
const AskMemory = lazy(() => import("../../ask-memory"));

/** Whether the page that this one was opened from lies behind it. The router counts the pages of the tab from 0. */
function hasPageBehind(key: string): boolean {
  return key !== "default" && (window.history.state as { idx?: number } | null)?.idx !== 0;
}

/** A memory opened over the dashboard, or over a conversation. */
export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { state, key, hash } = useLocation();
  const { onDelete, onRefresh } = useOutletContext<HomeContext>();
  const listed = useMemory(id);
  const cited = useMemo(() => citedOf(state), [state]);
  const close = () => void (hasPageBehind(key) ? navigate(-1) : navigate("..", { replace: true }));
  return (
    <Reader
      key={id}
      id={id}
      listed={listed}
      cited={cited}
      hash={hash}
      onClose={close}
      onDelete={onDelete}
      onRefresh={onRefresh}
      renderAsk={(memory, onCitation) => (
        <Boundary name="what asks the memory" of={memory} fallback={null}>
          <Suspense fallback={<Skeleton className="h-[56px]" />}>
            <AskMemory id={memory._id} onCitation={onCitation} />
          </Suspense>
        </Boundary>
      )}
      renderMedia={(memory, start) => {
        if (memory.type === "video") return <Recording memory={memory} start={start} />;
        if (memory.type === "tweet") return <SavedTweet memory={memory} titleId="opened-tweet" />;
        return null;
      }}
    />
  );
}
