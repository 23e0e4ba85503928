import "@/styles/set.css";
import "@/features/settings/settings.css";
import { BackSwitch } from "@/features/highlights";
import { Settings } from "@/features/settings";
import { useRefreshUser, useUser } from "@/features/shell";
import { useTheme } from "@/features/theme";
import type { Head } from "../../head";
import { paths } from "../../paths";

export const handle: Head = { title: "Settings", description: "Theme, keys, privacy and your data." };

export function Component() {
  const { theme, toggle } = useTheme();
  return (
    <Settings
      homePath={paths.home}
      profilePath={paths.profile}
      dataPath={paths.data}
      feedsPath={paths.feeds}
      conversationsPath={paths.conversations}
      highlightsPath={paths.highlights}
      backSwitch={<BackSwitch />}
      dark={theme === "dark"}
      onToggleTheme={toggle}
      user={useUser()}
      refreshUser={useRefreshUser()}
    />
  );
}
