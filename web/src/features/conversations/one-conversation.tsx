import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { coverTitle } from "@/lib/document-title";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { Skeleton } from "@/ui/skeleton";
import { removeConversation, useConversation, useForget } from "./api";
import { type Conversation, whenText } from "./model";
import { useDeleting } from "./use-deleting";
import "./conversations.css";

type Props = {
  id: string;
  /** The URL of the list. */
  listPath: string;
  /** Returns the URL that opens a memory over this page. */
  pathOf: (memory: string) => string;
  /** Renders the questions with their answers. */
  renderTurns: (conversation: Conversation) => ReactNode;
  /** Called after the conversation was deleted. */
  onGone: () => void;
};

/** Shows a conversation, which can be continued. */
export function OneConversation({ id, listPath, pathOf, renderTurns, onGone }: Props) {
  const { conversation, gone, failed, reading, retry } = useConversation(id);
  const forget = useForget();
  // Dropped from the cache only on leaving. Dropped earlier, it would be refetched behind the closing dialog.
  const { ask, dialog } = useDeleting(() => void forget().then(onGone));
  const title = conversation?.title;
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a memory opened over this page had changed the title.
  useEffect(() => {
    if (title === undefined) return;
    return coverTitle(title);
  }, [title, pathname]);
  if (gone) return <Gone listPath={listPath} />;
  const onDelete = () =>
    ask({
      title: "Delete this conversation?",
      text: <p>Its questions go with their answers. Your memories stay.</p>,
      yes: "Delete",
      run: () => removeConversation(id),
      done: "Conversation deleted",
    });
  return (
    <main id="main" className="lamp conversations" tabIndex={-1}>
      <BackLink to={listPath}>Conversations</BackLink>
      <div className="conversations-title">
        <PageTitle>
          {conversation ? <bdi>{conversation.title}</bdi> : <span className="vh">Conversation</span>}
        </PageTitle>
        {conversation?.contentId && <About memory={conversation.about} pathOf={pathOf} />}
        {conversation && (
          <div className="conversations-head">
            <p className="conversation-facts num">
              <time dateTime={conversation.createdAt}>{whenText(new Date(conversation.createdAt), new Date())}</time>
            </p>
            <Button look="ghost" size="small" icon={<Trash2 className="i i-s" />} onClick={onDelete}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {!conversation && !failed && <Waiting />}
      {!conversation && failed && (
        <div role="alert" className="banner conversations-lost">
          <span className="grow">This conversation could not be read just now.</span>
          <Button look="secondary" size="small" busy={reading} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
      {conversation && renderTurns(conversation)}
      {dialog}
    </main>
  );
}

type AboutProps = Pick<Props, "pathOf"> & {
  /** Undefined after it was deleted. */
  memory: Conversation["about"];
};

/** Shows which memory the questions are limited to. */
function About({ memory, pathOf }: AboutProps) {
  if (!memory) {
    return (
      <p className="conversation-about">About a memory that you have deleted since. No more can be asked of it.</p>
    );
  }
  return (
    <p className="conversation-about">
      About{" "}
      <Link className="link" to={pathOf(memory._id)} preventScrollReset>
        <bdi>{memory.title || memory.link || "your note"}</bdi>
      </Link>
    </p>
  );
}

function Gone({ listPath }: { listPath: string }) {
  return (
    <main id="main" className="lamp conversations conversations-gone" tabIndex={-1}>
      <PageTitle>This conversation is not here any more.</PageTitle>
      <p>It was deleted, or it never was yours.</p>
      <ButtonLink look="secondary" to={listPath}>
        All conversations
      </ButtonLink>
    </main>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the conversation" className="grid gap-4">
      <Skeleton className="h-9 w-[70%]" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
