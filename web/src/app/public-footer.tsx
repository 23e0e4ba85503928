import { Footer } from "@/features/landing/footer";
import { ThemeButton } from "@/features/theme";
import { paths, REPOSITORY_URL, SOCIAL_URL } from "./paths";

const LINKS = { ...paths, repository: REPOSITORY_URL, social: SOCIAL_URL };

/** The foot of the public pages other than the landing page, which brings its own along with the rest of it. */
export function PublicFooter() {
  return <Footer links={LINKS} themeButton={<ThemeButton />} />;
}
