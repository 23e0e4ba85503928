import { Landing } from "@/features/landing";
import { ThemeButton } from "@/features/theme";
import { paths, REPOSITORY_URL, SOCIAL_URL } from "../paths";
import "@/features/landing/landing.css";
import "@/features/landing/demo.css";

// The same ones each time: what is still to be taken over then needs no drawing anew.
const LINKS = { ...paths, repository: REPOSITORY_URL, social: SOCIAL_URL };
const THEME_BUTTON = <ThemeButton />;

export function Component() {
  return <Landing links={LINKS} themeButton={THEME_BUTTON} />;
}
