import { Landing } from "@/features/landing";
import { ThemeButton } from "@/features/theme";
import { paths, REPOSITORY_URL, SOCIAL_URL } from "../paths";
import "@/styles/landing.css";
import "@/styles/landing-demo.css";

const LINKS = { ...paths, repository: REPOSITORY_URL, social: SOCIAL_URL };

export function Component() {
  return <Landing links={LINKS} themeButton={<ThemeButton />} />;
}
