import { useNavigate, useParams } from "react-router";
import { Conversation } from "@/features/ask/conversation";
import { OneConversation } from "@/features/conversations";
import type { Head } from "../head";
import { paths } from "../paths";
import { useLent } from "../use-lent";

export const handle: Head = { title: "Conversation", description: "What you asked your memories, and what they said." };

export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const lent = useLent();
  return (
    <OneConversation
      key={id}
      id={id}
      listPath={paths.conversations}
      renderTurns={({ title, turns }) => <Conversation id={id} title={title} turns={turns} lent={lent} />}
      onGone={() => void navigate(paths.conversations, { replace: true })}
    />
  );
}
