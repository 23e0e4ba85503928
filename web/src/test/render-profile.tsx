import { render } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { cacheOptions } from "@/app/cache-options";
import { Kept, Profile } from "@/features/profile";
import { Toasts } from "@/ui/toasts";
import { aUser } from "./account";

type User = ReturnType<typeof aUser>;
type Props = { user: User | null; next: () => User | null };

function Page({ user, next }: Props) {
  const [known, setKnown] = useState(user);
  const refreshUser = async () => setKnown(next());
  return (
    <Profile
      homePath="/home"
      upgradePath="/upgrade"
      profilePath="/profile"
      dataPath="/profile/data"
      feedsPath="/profile/feeds"
      settingsPath="/settings"
      user={known ?? undefined}
      refreshUser={refreshUser}
    />
  );
}

/** The tags and the trash of somebody. */
export function renderKept() {
  render(
    <SWRConfig value={{ ...cacheOptions, dedupingInterval: 0, provider: () => new Map() }}>
      <Kept />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
}

/** The profile page of somebody, null while they are not known; `next` is who they are when they are read anew. */
export function renderProfile(user: User | null = aUser(), next: () => User | null = () => user) {
  render(
    <SWRConfig value={{ ...cacheOptions, dedupingInterval: 0, provider: () => new Map() }}>
      <MemoryRouter initialEntries={["/profile"]}>
        <Page user={user} next={next} />
        <Toasts theme="dark" />
      </MemoryRouter>
    </SWRConfig>,
  );
}
