import type { ReactNode } from "react";
import { Hero } from "./hero";
import { LateFooter, LateSections } from "./late-rest";
import type { Links } from "./links";

type Props = {
  links: Links;
  /** The theme toggle. */
  themeButton: ReactNode;
};

/** The landing page. */
export function Landing({ links, themeButton }: Props) {
  return (
    <div className="landing">
      <main id="main">
        <Hero signIn={links.signIn} />
        <LateSections links={links} />
      </main>
      <LateFooter links={links} themeButton={themeButton} />
    </div>
  );
}
