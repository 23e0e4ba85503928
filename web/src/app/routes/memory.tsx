import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useOutletContext, useParams } from "react-router";
import type { Led } from "@/features/ask";
import { AskOne } from "@/features/ask/ask-one";
import { useMemory } from "@/features/memories";
import { useSaveNote } from "@/features/memories/use-save-note";
import { citedOf, Reader, type ReaderProps } from "@/features/reader";
import type { HomeContext } from "../home-context";
import { Recording, SavedTweet } from "../media";

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
      renderAsk={(memory, onLed) => <Asking id={memory._id} onLed={onLed} />}
      renderMedia={(memory, start) => {
        if (memory.type === "video") return <Recording memory={memory} start={start} />;
        if (memory.type === "tweet") return <SavedTweet memory={memory} titleId="opened-tweet" />;
        return null;
      }}
    />
  );
}

type AskingProps = { id: string; onLed: Parameters<ReaderProps["renderAsk"]>[1] };

/** Asks the memory that is opened: what answers quote of it is marked in its text. */
function Asking({ id, onLed }: AskingProps) {
  const onSave = useSaveNote();
  const lent = useMemo(() => ({ onOpenMemory: (_: string, led: Led) => onLed(led, true), onSave }), [onLed, onSave]);
  const onWhole = useCallback((led: Led) => onLed(led, false), [onLed]);
  return <AskOne id={id} lent={lent} onWhole={onWhole} />;
}
