import MessageCircleQuestionMark from "lucide-react/icons/message-circle-question-mark";
import { KindIcon } from "@/memory/kind-icon";
import { ActionIcon } from "./action-icon";
import type { useSearch } from "./api";
import type { Piece } from "./highlight";
import { type Action, excerptOf, isNamed, lineOf, matching, sideOf } from "./model";
import type { Group } from "./rows";

export function askGroup(query: string, onAsk: (question: string) => void): Group {
  if (query === "") return { title: "Ask", rows: [] };
  const label = (
    <>
      Ask your memories about “<bdi>{query}</bdi>”
    </>
  );
  const icon = <MessageCircleQuestionMark className="i" />;
  return { title: "Ask", rows: [{ id: "ask", icon, label, run: () => onAsk(query) }] };
}

type Found = ReturnType<typeof useSearch>;

export function memoryGroup(
  { memories, excerpts, failed, waiting }: Found,
  query: string,
  /** The query without its filters. */
  text: string,
  onOpen: (id: string) => void,
): Group {
  const now = new Date();
  const rows = memories.map((memory) => {
    const excerpt = excerptOf(memory, excerpts[memory._id], text);
    return {
      id: `memory-${memory._id}`,
      icon: <KindIcon kind={memory.type} />,
      label: <Marked pieces={lineOf(memory, text)} />,
      under: excerpt && <Marked pieces={excerpt} />,
      side: sideOf(memory, now),
      run: () => onOpen(memory._id),
    };
  });
  return { title: query ? "Memories" : "Newest memories", rows, note: noteOf(rows.length, query, failed, waiting) };
}

function noteOf(count: number, query: string, failed: boolean, waiting: boolean): string | undefined {
  if (failed) return "Your memories can’t be searched right now.";
  return count === 0 && query && !waiting
    ? "Nothing you saved has these words. A question may still find it."
    : undefined;
}

/** Renders the actions, first the `named` ones, whose label starts with the query. */
export function actionGroup(actions: readonly Action[], query: string): Group & { named: boolean } {
  const found = matching(actions, query);
  const named = found.filter((action) => isNamed(action, query));
  const rest = found.filter((action) => !named.includes(action));
  const rows = [...named, ...rest].map(({ id, icon, label, keys, run }) => ({
    id: `action-${id}`,
    icon: icon && <ActionIcon name={icon} />,
    label,
    keys,
    run,
  }));
  return { title: "Actions", rows, named: named.length > 0 };
}

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  let at = 0;
  return pieces.map(({ text, hit }) => {
    const key = at;
    at += text.length;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
