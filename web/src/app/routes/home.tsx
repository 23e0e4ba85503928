import { useNavigate } from "react-router";
import { Hero } from "@/features/ask";
import { FoundCard, Shelf, shelfLine, useAddMemory, useDelete, useMemories, useRefresh } from "@/features/memories";
import { useSettings } from "@/features/settings";
import { Header, useUser } from "@/features/shell";
import { useTheme } from "@/features/theme";
import { paths, REPOSITORY_URL } from "../paths";
import { PrivateData } from "../private-data";

const NONE: [] = [];

export function Component() {
  return (
    <PrivateData>
      <Home />
    </PrivateData>
  );
}

/** The dashboard: ask on top, the memories below. */
function Home() {
  const navigate = useNavigate();
  const { theme, toggle } = useTheme();
  const user = useUser();
  const { memories } = useMemories();
  const { open, panel } = useAddMemory(user?.isPremium ?? false);
  const { open: openSettings, dialog: settings } = useSettings();
  const onDelete = useDelete();
  const onRefresh = useRefresh();
  return (
    <>
      <Header
        homePath={paths.home}
        signInPath={paths.signIn}
        repositoryUrl={REPOSITORY_URL}
        dark={theme === "dark"}
        onToggleTheme={toggle}
        onSettings={openSettings}
        onAdd={() => open()}
        onSignedOut={() => navigate(paths.signIn)}
      />
      <main id="main" className="lamp">
        <div className="home">
          <Hero
            name={user?.username}
            line={memories && shelfLine(memories, new Date())}
            memories={memories ?? NONE}
            renderMemory={(memory) => <FoundCard memory={memory} onDelete={onDelete} onRefresh={onRefresh} />}
          />
          <Shelf onAdd={open} onDelete={onDelete} onRefresh={onRefresh} />
        </div>
      </main>
      {panel}
      {settings}
    </>
  );
}
