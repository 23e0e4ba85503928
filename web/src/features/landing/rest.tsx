import { Call } from "./call";
import { Faq } from "./faq";
import { Features } from "./features";
import type { Links } from "./links";
import { Pricing } from "./pricing";
import { Steps } from "./steps";
import { Testimonials } from "./testimonials";
import { useSiteData } from "./use-site-data";
import { WorksWith } from "./works-with";

export { Footer } from "./footer";

/** Every section below the first screen. */
export function Sections({ links }: { links: Links }) {
  const { plans, contact, people } = useSiteData();
  return (
    <>
      <Features />
      <Steps />
      <Call signIn={links.signIn} />
      <Pricing
        plans={plans}
        salesEmail={contact?.salesEmail}
        contact={links.contact}
        signIn={links.signIn}
        upgrade={links.upgrade}
      />
      <Testimonials people={people} />
      <Faq plans={plans} supportEmail={contact?.supportEmail} contact={links.contact} />
      <WorksWith />
    </>
  );
}
