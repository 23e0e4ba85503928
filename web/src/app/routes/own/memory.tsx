import { type ComponentProps, lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate, useOutletContext, useParams } from "react-router";
import { sendDrafts } from "@/features/editor/send-drafts";
import { useMemory } from "@/features/memories";
import { OpenedActs, OpenedEntries } from "@/features/memories/opened-acts";
import { useNeighbours } from "@/features/memories/shown-list";
import { citedOf, loadPdf, pdfLayoutOf, Reader, useFocusMode } from "@/features/reader";
import { useTheme } from "@/features/theme";
import { Boundary } from "@/ui/boundary";
import { Skeleton } from "@/ui/skeleton";
import { AskAboutContext } from "../../ask-about";
import { cardParts } from "../../card-parts";
import type { HomeContext } from "../../home-context";
import { Recording, SavedTweet } from "../../media";
import { edits } from "../../opened-edits";
import { paths } from "../../paths";

// It comes beside the memory's text, which does not wait for it.
const loadAsk = () => import("../../ask-memory");
const loadMarking = () => import("../../opened-marking");
const AskMemory = lazy(loadAsk);
const OpenedMarking = lazy(loadMarking);
const RelatedMemories = lazy(() => import("@/features/related/related"));
const OpenedSuggestions = lazy(() => import("@/features/related/opened-suggestions"));
const OpenedTags = lazy(() => import("@/features/library/opened-tags"));

export { readAhead } from "@/features/reader";

/** Loads what a memory is opened with. */
export const loadParts = () => Promise.all([loadAsk(), loadMarking(), loadPdf(), sendDrafts()]);

function Marking(props: ComponentProps<typeof OpenedMarking>) {
  return (
    <Suspense fallback={null}>
      <OpenedMarking {...props} />
    </Suspense>
  );
}

/** Whether the page that this one was opened from lies behind it. The router counts the pages of the tab from 0. */
function hasPageBehind(key: string): boolean {
  return key !== "default" && (window.history.state as { idx?: number } | null)?.idx !== 0;
}

/** What the way back says, by what the memory is opened over. */
function wayBack(path: string): string {
  if (path.startsWith(paths.highlights)) return "Back to your marks";
  return path.startsWith(paths.conversations) ? "Back to the conversation" : "Back to your memories";
}

/** The ways to the memories before and behind one in the list. The way back stays the same. */
function useWays(id: string): { previous: (() => void) | undefined; next: (() => void) | undefined } {
  const navigate = useNavigate();
  const { previous, next } = useNeighbours(id);
  const wayTo = (goal: string | undefined) =>
    goal === undefined
      ? undefined
      : () => void navigate(`../memory/${goal}`, { replace: true, preventScrollReset: true });
  return { previous: wayTo(previous), next: wayTo(next) };
}

/** A memory opened over the dashboard, or over a conversation. */
export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { state, key, hash, pathname } = useLocation();
  const { onDelete, onRefresh } = useOutletContext<HomeContext>();
  const listed = useMemory(id);
  const cited = useMemo(() => citedOf(state), [state]);
  const { theme, toggle } = useTheme();
  const { previous, next } = useWays(id);
  const focus = useFocusMode();
  const close = () => void (hasPageBehind(key) ? navigate(-1) : navigate("..", { replace: true }));
  const [about, setAbout] = useState<{ quote: string }>();
  const askAbout = useCallback((quote: string) => setAbout({ quote }), []);
  return (
    <AskAboutContext value={askAbout}>
      <Reader
        key={id}
        id={id}
        listed={listed}
        cited={cited}
        hash={hash}
        back={cited ? "Back to the answer" : wayBack(pathname)}
        focus={focus}
        onClose={close}
        onDelete={onDelete}
        onRefresh={onRefresh}
        layoutOf={pdfLayoutOf}
        theme={{ dark: theme === "dark", onToggle: toggle }}
        onPrevious={previous}
        onNext={next}
        renderAsk={(memory, onCitation) => (
          <Boundary name="what asks the memory" of={memory} fallback={null}>
            <Suspense fallback={<Skeleton className="h-[56px]" />}>
              <AskMemory id={memory._id} about={about} onCitation={onCitation} />
            </Suspense>
          </Boundary>
        )}
        renderMedia={(memory, start) => {
          if (memory.type === "video") return <Recording memory={memory} start={start} />;
          if (memory.type === "tweet") return <SavedTweet memory={memory} titleId="opened-tweet" />;
          return null;
        }}
        Marking={Marking}
        renderRelated={(memory, files) => (
          <Boundary name="what belongs to a memory" of={memory} fallback={null}>
            <Suspense fallback={null}>
              <RelatedMemories
                memory={memory}
                files={files}
                pathOf={(other) => `../memory/${encodeURIComponent(other)}`}
              />
            </Suspense>
          </Boundary>
        )}
        edits={edits}
        renderActs={(memory, kept) => <OpenedActs memory={memory} kept={kept} />}
        renderEntries={(memory) => <OpenedEntries memory={memory} />}
        renderTags={(memory) => (
          <Suspense fallback={null}>
            <OpenedTags memory={memory} pathOfTag={cardParts.pathOfTag} />
            <OpenedSuggestions memory={memory} />
          </Suspense>
        )}
      />
    </AskAboutContext>
  );
}
