import { render } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { cacheOptions } from "@/app/cache-options";
import { Settings } from "@/features/settings";
import { Toasts } from "@/ui/toasts";
import { aUser } from "./account";

type User = ReturnType<typeof aUser>;
type Props = { user: User | null; next: () => User | null };

function Page({ user, next }: Props) {
  const [known, setKnown] = useState(user);
  const [dark, setDark] = useState(true);
  return (
    <Settings
      homePath="/home"
      profilePath="/profile"
      dataPath="/profile/data"
      feedsPath="/profile/feeds"
      conversationsPath="/conversations"
      highlightsPath="/highlights"
      backSwitch={null}
      dark={dark}
      onToggleTheme={() => setDark(!dark)}
      user={known ?? undefined}
      refreshUser={async () => setKnown(next())}
    />
  );
}

/** The settings of somebody, null while they are not known; `next` is who they are when they are read anew. */
export function renderSettings(user: User | null = aUser(), next: () => User | null = () => user) {
  return render(
    <SWRConfig value={{ ...cacheOptions, dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter initialEntries={["/settings"]}>
        <Page user={user} next={next} />
        <Toasts theme="dark" />
      </MemoryRouter>
    </SWRConfig>,
  );
}
