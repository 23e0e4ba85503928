import { Suspense, useCallback } from "react";
import { Outlet, useNavigate, useParams } from "react-router";
import { Conversation } from "@/features/ask/conversation";
import { OneConversation } from "@/features/conversations";
import { LiveList, useDelete, useRefresh } from "@/features/memories";
import type { Head } from "../../head";
import type { HomeContext } from "../../home-context";
import { paths } from "../../paths";
import { useAnswerSlots } from "../../use-answer-slots";

export const handle: Head = { title: "Conversation", description: "What you asked your memories, and what they said." };

/** A conversation, and the memory that is opened over it. */
export function Component() {
  const { conversation: id = "" } = useParams();
  const navigate = useNavigate();
  const pathOf = useCallback((memory: string) => paths.cited(id, memory), [id]);
  const slots = useAnswerSlots(pathOf);
  const { onDelete } = useDelete();
  const onRefresh = useRefresh();
  return (
    <>
      <Suspense fallback={null}>
        <LiveList />
      </Suspense>
      {/* One element, which what is opened puts out of reach. */}
      <div>
        <OneConversation
          key={id}
          id={id}
          listPath={paths.conversations}
          pathOf={pathOf}
          renderTurns={({ title, turns, contentId, about }) => {
            const alone = contentId !== undefined;
            return (
              <Conversation id={id} alone={alone} gone={alone && !about} title={title} turns={turns} slots={slots} />
            );
          }}
          onGone={() => void navigate(paths.conversations, { replace: true })}
        />
      </div>
      <Outlet context={{ onDelete, onRefresh } satisfies HomeContext} />
    </>
  );
}
