import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Outlet } from "react-router";
import { ownDrafts } from "@/api/draft";
import { type AskHandle, Hero } from "@/features/ask";
import { Shelf, type ShelfHandle, shelfLine, useDelete, useMemories, useRefresh } from "@/features/memories";
import { useUser } from "@/features/shell";
import { afterwards } from "@/lib/afterwards";
import { marksMayBeBack } from "@/lib/marks-back";
import type { Head } from "../../head";
import type { HomeContext } from "../../home-context";
import { useReaderAhead } from "../../reader-ahead";
import { shelfParts } from "../../shelf-parts";
import { Frame, UnderHeader } from "../../under-header";

export { shelf } from "@/features/memories";
// In one file with the dashboard: apart, they would share ten.
export { Frame, UnderHeader };

// It comes behind the page, which may never need it.
const loadAnswer = () => import("../../home-answer");
const HomeAnswer = lazy(loadAnswer);

// It comes after the page, into room that is kept for it.
const MarksBack = lazy<ComponentType<{ room: boolean; onClosed: () => void }>>(() =>
  new Promise<typeof import("../../back-today")>((resolve) =>
    afterwards(() => resolve(import("../../back-today"))),
  ).catch((error) => {
    console.error("loading the marks that come back failed", error);
    return { default: () => null };
  }),
);

export const handle: Head = { title: "Home", description: "Your memories, and a place to ask them." };

export function Component() {
  const ask = useRef<AskHandle>(null);
  const shelf = useRef<ShelfHandle>(null);
  return (
    <UnderHeader ask={ask} shelf={shelf}>
      {(onAdd) => <Home ask={ask} shelf={shelf} onAdd={onAdd} />}
    </UnderHeader>
  );
}

type Props = Required<Pick<ComponentProps<typeof UnderHeader>, "ask" | "shelf">> &
  Pick<ComponentProps<typeof Shelf>, "onAdd">;

/** The dashboard: ask on top, the memories below, and whatever is opened over them. */
function Home({ ask, shelf, onAdd }: Props) {
  const user = useUser();
  useOwnDrafts(user?.username);
  useReaderAhead();
  const { memories, count } = useMemories();
  const { onDelete } = useDelete();
  const onRefresh = useRefresh();
  return (
    <>
      <main id="main" className="lamp">
        <div className="home">
          <Hero
            ref={ask}
            name={user?.username}
            line={memories && shelfLine(memories, count, new Date())}
            memories={memories}
            Answered={HomeAnswer}
            loadAnswered={loadAnswer}
          />
          <Back />
          <Shelf ref={shelf} parts={shelfParts} onAdd={onAdd} onDelete={onDelete} onRefresh={onRefresh} />
        </div>
      </main>
      {/* What is opened puts what stands before it out of reach. */}
      <Outlet context={{ onDelete, onRefresh } satisfies HomeContext} />
    </>
  );
}

/** The marks that come back today. Its room is there from the start, or not at all: nothing may move when they arrive. */
function Back() {
  const [may, setMay] = useState(marksMayBeBack);
  if (may === false) return null;
  const close = () => {
    // What had the focus is gone.
    document.getElementById("memories")?.focus({ preventScroll: true });
    setMay(false);
  };
  const marks = (
    <Suspense fallback={null}>
      <MarksBack room={may === true} onClosed={close} />
    </Suspense>
  );
  return may ? <div className="back-room">{marks}</div> : marks;
}

function useOwnDrafts(username: string | undefined) {
  useEffect(() => {
    if (username !== undefined) ownDrafts(username);
  }, [username]);
}
