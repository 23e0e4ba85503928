import type { ReactNode } from "react";
import { Call } from "./call";
import { Faq } from "./faq";
import { Features } from "./features";
import { Footer } from "./footer";
import { Hero } from "./hero";
import type { Links } from "./links";
import { Pricing } from "./pricing";
import { Steps } from "./steps";
import { useNews } from "./use-news";
import { Voices } from "./voices";

type Props = {
  links: Links;
  /** The switch between dark and light. */
  themeButton: ReactNode;
};

/** The public face of Engram. */
export function Landing({ links, themeButton }: Props) {
  const { plans, contact, people } = useNews();
  return (
    <div className="landing">
      <main id="main">
        <Hero signIn={links.signIn} />
        <Features />
        <Steps />
        <Call signIn={links.signIn} />
        <Pricing plans={plans} salesEmail={contact.salesEmail} signIn={links.signIn} upgrade={links.upgrade} />
        <Voices people={people} />
        <Faq plans={plans} supportEmail={contact.supportEmail} />
      </main>
      <Footer links={links} themeButton={themeButton} />
    </div>
  );
}
