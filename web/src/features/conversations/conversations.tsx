import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink, IconButton } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { Skeleton } from "@/ui/skeleton";
import { useConversations } from "./api";
import { foundText, type Listed, turnsText, whenText } from "./model";
import { useDeleting } from "./use-deleting";
import "./conversations.css";

/** The debounce of the search, in milliseconds. */
const DEBOUNCE = 200;

type Props = { homePath: string; pathOf: (id: string) => string };

/** Lists the user's conversations, which can be searched, opened and deleted. */
export function Conversations({ homePath, pathOf }: Props) {
  const { typed, type, query } = useQuery();
  const list = useConversations(query);
  const { conversations, more, failed, reading } = list;
  const { ask, dialog } = useDeleting(() => document.getElementById("main")?.focus());
  const askForOne = ({ id, title }: Listed) =>
    ask({
      title: "Delete this conversation?",
      text: (
        <p>
          “<bdi>{title}</bdi>” goes with its answers. Your memories stay.
        </p>
      ),
      yes: "Delete",
      run: () => list.remove(id),
      done: "Conversation deleted",
    });
  const askForAll = () =>
    ask({
      title: "Delete all conversations?",
      text: <p>Every question you asked goes with its answers, for good. Your memories stay.</p>,
      yes: "Delete all",
      run: list.removeAll,
      done: "All conversations deleted",
    });
  const none = conversations?.length === 0;
  return (
    <main id="main" className="lamp conversations" tabIndex={-1}>
      <BackLink to={homePath} />
      <div className="conversations-head">
        <PageTitle>Conversations</PageTitle>
        {!(none && query === "") && (
          <Button look="ghost" size="small" icon={<Trash2 className="i i-s" />} onClick={askForAll}>
            Delete all
          </Button>
        )}
      </div>
      {!(none && query === "" && typed === "") && (
        <search className="with-icon">
          <Search className="i" />
          <input
            className="input"
            type="search"
            aria-label="Search your conversations"
            placeholder="Search your conversations"
            dir="auto"
            maxLength={200}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </search>
      )}
      <div role="status" className="vh">
        {conversations && query !== "" && !list.waiting && foundText(conversations.length, more)}
      </div>
      {!conversations && !failed && <Waiting />}
      {failed && (
        <div role="alert" className="banner conversations-lost">
          <span className="grow">Your conversations could not be read just now.</span>
          <Button look="secondary" size="small" busy={reading} onClick={list.retry}>
            Retry
          </Button>
        </div>
      )}
      {none &&
        !list.waiting &&
        (query === "" ? (
          <Empty homePath={homePath} />
        ) : (
          <p className="conversations-none">No conversation has these words.</p>
        ))}
      {conversations && !none && (
        <ul className="conversation-list" aria-label="Conversations" aria-busy={list.waiting}>
          {conversations.map((conversation) => (
            <Row
              key={conversation.id}
              conversation={conversation}
              path={pathOf(conversation.id)}
              onDelete={() => askForOne(conversation)}
            />
          ))}
        </ul>
      )}
      {more && (
        <Button look="secondary" busy={reading} onClick={list.readMore}>
          Show more
        </Button>
      )}
      {dialog}
    </main>
  );
}

/**
 * Returns the typed text and the debounced query. The query is kept in the URL, so that the back button restores it.
 */
function useQuery() {
  const [parameters, setParameters] = useSearchParams();
  const query = parameters.get("query") ?? "";
  const [typed, setTyped] = useState(query);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === query) return;
    const timer = setTimeout(() => {
      setParameters(wanted ? { query: wanted } : {}, { replace: true, preventScrollReset: true });
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted, query, setParameters]);
  return { typed, type: setTyped, query };
}

type RowProps = { conversation: Listed; path: string; onDelete: () => void };

function Row({ conversation, path, onDelete }: RowProps) {
  const { title, turns, updatedAt, excerpt, contentId } = conversation;
  const at = new Date(updatedAt);
  return (
    <li className="conversation">
      <div className="min-w-0">
        <h2 dir="auto">
          <Link to={path}>{title}</Link>
        </h2>
        {excerpt && (
          <p className="conversation-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
        <p className="conversation-facts num">
          <time dateTime={updatedAt} title={at.toLocaleString()}>
            {whenText(at, new Date())}
          </time>
          {" · "}
          {turnsText(turns)}
          {contentId && " · about one memory"}
        </p>
      </div>
      <IconButton label={`Delete “${title}”`} icon={<Trash2 className="i" />} onClick={onDelete} />
    </li>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading your conversations" className="conversation-list">
      {["w-[60%]", "w-[80%]", "w-[45%]", "w-[70%]"].map((width) => (
        <div key={width} className="conversation">
          <div className="grid gap-3">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-3.5" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Empty({ homePath }: { homePath: string }) {
  return (
    <div className="conversations-empty">
      <p>What you ask your memories is kept here, to be read again and asked on.</p>
      <ButtonLink to={homePath}>Ask your memories</ButtonLink>
    </div>
  );
}
