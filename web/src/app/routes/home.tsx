import { useEffect, useRef } from "react";
import { Outlet, useNavigate } from "react-router";
import { type AskHandle, Hero } from "@/features/ask";
import {
  CardPartsContext,
  FoundCard,
  Shelf,
  type ShelfHandle,
  shelfLine,
  useAddMemory,
  useDelete,
  useMemories,
  useRefresh,
} from "@/features/memories";
import { usePalette } from "@/features/palette";
import { useSettings } from "@/features/settings";
import { Header, useUser } from "@/features/shell";
import { useTheme } from "@/features/theme/use-theme";
import { ownDrafts } from "@/lib/draft";
import { cardParts } from "../card-parts";
import type { Head } from "../head";
import type { HomeContext } from "../home-context";
import { paths, REPOSITORY_URL } from "../paths";
import { PrivateData } from "../private-data";

export { shelf } from "@/features/memories";

const NONE: [] = [];

const loadShortcuts = () => import("../shortcuts");

export const handle: Head = { title: "Home", description: "Your memories, and a place to ask them." };

export function Component() {
  return (
    <PrivateData>
      <CardPartsContext value={cardParts}>
        <Home />
      </CardPartsContext>
    </PrivateData>
  );
}

/** The dashboard: ask on top, the memories below, and whatever is opened over them. */
function Home() {
  const navigate = useNavigate();
  const { theme, toggle } = useTheme();
  const user = useUser();
  useOwnDrafts(user?.username);
  const { memories, count } = useMemories();
  const openMemory = (id: string) => void navigate(paths.memory(id));
  const { open: openAdd, panel } = useAddMemory(user?.isPremium ?? false, openMemory);
  const { open: openSettings, dialog: settings } = useSettings();
  const { onDelete, undo } = useDelete();
  const onRefresh = useRefresh();
  const ask = useRef<AskHandle>(null);
  const shelf = useRef<ShelfHandle>(null);
  const onSignedOut = () => void navigate(paths.signIn);
  const { open: openPalette, overlays } = usePalette(loadShortcuts, {
    ask,
    shelf,
    isPremium: user?.isPremium,
    onAdd: openAdd,
    onSettings: openSettings,
    onUndo: undo,
    onSignedOut,
    onOpen: openMemory,
  });
  return (
    <>
      <Header
        homePath={paths.home}
        signInPath={paths.signIn}
        upgradePath={paths.upgrade}
        profilePath={paths.profile}
        repositoryUrl={REPOSITORY_URL}
        dark={theme === "dark"}
        onToggleTheme={toggle}
        onSettings={openSettings}
        onAdd={() => openAdd()}
        onFind={openPalette}
        onSignedOut={onSignedOut}
      />
      <main id="main" className="lamp">
        <div className="home">
          <Hero
            ref={ask}
            name={user?.username}
            line={memories && shelfLine(memories, count, new Date())}
            memories={memories ?? NONE}
            renderMemory={(memory) => <FoundCard memory={memory} onDelete={onDelete} onRefresh={onRefresh} />}
            onOpenMemory={(id, cited) => void navigate(paths.memory(id), { state: cited, preventScrollReset: true })}
          />
          <Shelf ref={shelf} onAdd={openAdd} onDelete={onDelete} onRefresh={onRefresh} />
        </div>
      </main>
      {panel}
      {settings}
      {overlays}
      <Outlet context={{ onDelete, onRefresh } satisfies HomeContext} />
    </>
  );
}

function useOwnDrafts(username: string | undefined) {
  useEffect(() => {
    if (username !== undefined) ownDrafts(username);
  }, [username]);
}
