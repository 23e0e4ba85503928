import { paths } from "./paths";

/** The addresses that the sidebar of the account links to. */
export const accountPaths = {
  homePath: paths.home,
  profilePath: paths.profile,
  dataPath: paths.data,
  feedsPath: paths.feeds,
  settingsPath: paths.settings,
};
